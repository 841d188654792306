import { useRef } from 'react'

/** Keys of one name come within this time of each other; milliseconds. */
const pause = 1_000

export type TypeAhead = {
  readonly isTyping: () => boolean
  /** Adds to what is being typed and gives all of it. */
  readonly add: (text: string) => string
  readonly clear: () => void
}

/** Letters and digits pressed one after the other: "C", "1", "4". */
export function useTypeAhead(): TypeAhead {
  const typed = useRef({ text: '', at: -Infinity })
  const isTyping = (): boolean => performance.now() - typed.current.at < pause
  return {
    isTyping,
    add: (text) => {
      typed.current = { text: isTyping() ? typed.current.text + text : text, at: performance.now() }
      return typed.current.text
    },
    clear: () => {
      typed.current = { text: '', at: -Infinity }
    },
  }
}
