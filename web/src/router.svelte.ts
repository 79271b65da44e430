// The address of the current page. The server returns the app for all of them.

let path = $state(location.pathname);
let hasNavigated = false;

addEventListener("popstate", () => {
  path = location.pathname;
  hasNavigated = true;
});

export const route = {
  get parts() {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  },
  /** Whether the current page was reached from another page of the app. */
  get hasNavigated() {
    return hasNavigated;
  },
};

/** Go to another page; `replace` corrects the address of the current one instead. */
export function navigate(to: string, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  path = location.pathname;
  hasNavigated ||= !replace;
  scrollTo(0, 0);
}

/** Follow links within the app without loading it again. */
export function followLink(event: MouseEvent) {
  const link = (event.target as Element).closest("a");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api") || (link.hash && link.pathname === location.pathname)) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
}
