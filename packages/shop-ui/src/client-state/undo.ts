import { create } from 'zustand'

/** The last action and how to undo it: `{ message: 'Stalls A12 removed', undo: () => … }`. */
export type Undoable = { readonly message: string; readonly undo: () => void | Promise<unknown> }

type UndoState = {
  readonly last: Undoable | undefined
  readonly offer: (undoable: Undoable) => void
  readonly dismiss: () => void
}

/** The last action that can be undone. It stays until another action or until the visitor dismisses it, never on a timer. */
export const useUndo = create<UndoState>()((set) => ({
  last: undefined,
  offer: (last) => set({ last }),
  dismiss: () => set({ last: undefined }),
}))
