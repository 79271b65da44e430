// Addresses of pages. The server answers all of them with the app.

let path = $state(location.pathname);

addEventListener("popstate", () => (path = location.pathname));

export const route = {
  get path() {
    return path;
  },
  get parts() {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  },
};

export function go(to: string, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  path = location.pathname;
  scrollTo(0, 0);
}

/** Follow links within the app without loading it again. */
export function follow(event: MouseEvent) {
  const link = (event.target as Element).closest("a");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api") || (link.hash && link.pathname === location.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
