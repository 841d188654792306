import { useRef } from 'react'

/** Keys of one name come within this time of each other; milliseconds. */
const pause = 1_000

/** `at` is when a key was pressed, an event's `timeStamp`: a page that stood still hears of it later. */
export type TypeAhead = {
  readonly isTyping: (at: number) => boolean
  /** Adds to what is being typed and gives all of it. */
  readonly add: (text: string, at: number) => string
  readonly clear: () => void
}

/** Letters and digits pressed one after the other: "C", "1", "4". */
export function useTypeAhead(): TypeAhead {
  const typed = useRef({ text: '', at: -Infinity })
  const isTyping = (at: number): boolean => at - typed.current.at < pause
  return {
    isTyping,
    add: (text, at) => {
      typed.current = { text: isTyping(at) ? typed.current.text + text : text, at }
      return typed.current.text
    },
    clear: () => {
      typed.current = { text: '', at: -Infinity }
    },
  }
}
