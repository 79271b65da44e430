// Keeps what the app is made of, so that it opens without a server and can say that none answers.
// Pages come from the network while there is one: a new version shows at once. Tables are never kept.
const KEPT = "damier-1";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(KEPT).then((kept) => kept.add("/")).then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api")) return;
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).then((page) => keep("/", page)).catch(() => caches.match("/")));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(
      caches.match(event.request).then((found) => found ?? fetch(event.request).then((got) => keep(event.request, got))),
    );
  }
});

async function keep(request, answer) {
  if (answer.ok) {
    const kept = await caches.open(KEPT);
    await kept.put(request, answer.clone());
  }
  return answer;
}
