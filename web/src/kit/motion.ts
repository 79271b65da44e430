// All animations go through here, so that the preference for reduced motion is respected in one place.

export function motionAllowed(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Move an element to its place along some points, which are offsets from that place in the given unit.
 * What is returned resolves when the animation ends or is cancelled. It never rejects, so it may be ignored.
 */
export function travel(element: Element, points: [number, number][], unit = "px", perLeg = 220): PromiseLike<unknown> {
  if (!motionAllowed() || points.length < 2) return Promise.resolve();
  const frames = points.map(([x, y]) => ({ transform: `translate(${x}${unit}, ${y}${unit})` }));
  const animation = element.animate(frames, {
    duration: Math.min(perLeg * (points.length - 1), 900),
    easing: points.length === 2 ? "cubic-bezier(.3, 0, .2, 1)" : "linear",
  });
  return animation.finished.catch(() => undefined);
}

/** Fade an element in. */
export function appear(element: Element): void {
  if (!motionAllowed()) return;
  const frames = [
    { opacity: 0, transform: "scale(.7)" },
    { opacity: 1, transform: "none" },
  ];
  element.animate(frames, { duration: 200, easing: "ease-out" });
}
