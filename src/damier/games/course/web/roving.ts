// Keys within the table: one cell is in the tab order, arrows go from cell to cell and from row to row. When the cell
// that had the focus is gone (its card was played), the focus stays at the table.

import type { Attachment } from "svelte/attachments";

const CELL = "[role=gridcell]";

export function roving(escape: () => void): Attachment<HTMLElement> {
  return (root) => {
    let current: HTMLElement | null = null;
    let focused: Element | null = null;

    const rows = () =>
      [...root.querySelectorAll("[role=row]")]
        .map((row) => [...row.querySelectorAll<HTMLElement>(CELL)])
        .filter((cells) => cells.length > 0);

    const stand = (cell: HTMLElement | null) => {
      if (current && current !== cell) current.tabIndex = -1;
      current = cell;
      if (cell) cell.tabIndex = 0;
    };

    const settle = () => {
      if (!current?.isConnected) {
        stand(root.querySelector<HTMLElement>(`${CELL}[data-can]`) ?? root.querySelector<HTMLElement>(CELL));
      }
      if (focused && !focused.isConnected) {
        if (document.activeElement === document.body) current?.focus({ preventScroll: true });
        focused = document.activeElement;
      }
    };

    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") {
        escape();
        return;
      }
      const cell = (event.target as Element).closest<HTMLElement>(CELL);
      if (!cell) return;
      const all = rows();
      const row = all.findIndex((cells) => cells.includes(cell));
      const column = all[row]!.indexOf(cell);
      const to = reached(all, row, column, event.key);
      if (!to) return;
      event.preventDefault();
      to.focus();
    };

    const focus = (event: FocusEvent) => {
      focused = event.target as Element;
      const cell = focused.closest<HTMLElement>(CELL);
      if (cell) stand(cell);
    };

    const watch = new MutationObserver(settle);
    watch.observe(root, { childList: true, subtree: true });
    root.addEventListener("keydown", key);
    root.addEventListener("focusin", focus);
    settle();
    return () => {
      watch.disconnect();
      root.removeEventListener("keydown", key);
      root.removeEventListener("focusin", focus);
    };
  };
}

function reached(rows: HTMLElement[][], row: number, column: number, key: string): HTMLElement | undefined {
  const here = rows[row]!;
  switch (key) {
    case "ArrowLeft":
      return here[column - 1];
    case "ArrowRight":
      return here[column + 1];
    case "ArrowUp":
      return rows[row - 1]?.[Math.min(column, rows[row - 1]!.length - 1)];
    case "ArrowDown":
      return rows[row + 1]?.[Math.min(column, rows[row + 1]!.length - 1)];
    case "Home":
      return here[0];
    case "End":
      return here.at(-1);
    default:
      return undefined;
  }
}
