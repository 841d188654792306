import { create } from 'zustand'

/** What was just done and how to take it back: `{ message: 'Stalls A12 removed', undo: () => … }`. */
export type Undoable = { readonly message: string; readonly undo: () => void | Promise<unknown> }

type UndoState = {
  readonly last: Undoable | undefined
  readonly offer: (undoable: Undoable) => void
  readonly dismiss: () => void
}

/** The last thing that can be undone; stays until something else is done or it is dismissed, never on a timer. */
export const useUndo = create<UndoState>()((set) => ({
  last: undefined,
  offer: (last) => set({ last }),
  dismiss: () => set({ last: undefined }),
}))
