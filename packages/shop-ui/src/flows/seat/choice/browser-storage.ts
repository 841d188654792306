/** Reads what a browser kept under a key; nothing where it keeps nothing, or won't say. */
export function readStorage(store: () => Storage, key: string): string | null {
  try {
    return store().getItem(key)
  } catch {
    return null
  }
}

/** Keeps a value if the browser lets us; the screen goes on without it. */
export function writeStorage(store: () => Storage, key: string, value: string): void {
  try {
    store().setItem(key, value)
  } catch {
    // Storage may be off or full: the choice then lasts as long as the screen.
  }
}
