// Everything that moves goes through here, so that "reduced motion" is respected in one place.

export function moves(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Let an element come to its place along points (offsets from that place, in the units given). */
export function travel(element: Element, points: [number, number][], unit = "px", perLeg = 220): Promise<unknown> {
  if (!moves() || points.length < 2) return Promise.resolve();
  const frames = points.map(([x, y]) => ({ transform: `translate(${x}${unit}, ${y}${unit})` }));
  const animation = element.animate(frames, {
    duration: Math.min(perLeg * (points.length - 1), 900),
    easing: points.length === 2 ? "cubic-bezier(.3, 0, .2, 1)" : "linear",
  });
  return animation.finished.catch(() => undefined);
}

/** Let an element appear softly. */
export function appear(element: Element): void {
  if (moves()) {
    element.animate([{ opacity: 0, transform: "scale(.7)" }, { opacity: 1, transform: "none" }], {
      duration: 200,
      easing: "ease-out",
    });
  }
}
