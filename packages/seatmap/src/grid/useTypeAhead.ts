import { useRef } from 'react'

/** Keys of one name come within this time of each other; milliseconds. */
const pause = 1_000

/** `at` is the event's `timeStamp`: a blocked page receives the key press later. */
export type TypeAhead = {
  /** What is being typed; empty once a name's time is over. */
  readonly soFar: (at: number) => string
  /**
   * Adds to what is being typed and gives all of it. After a number, and after a T, a letter begins another name, unless one
   * `goesOn` so: "18b", of "18 bis".
   */
  readonly add: (text: string, at: number, goesOn: (name: string) => boolean) => string
  readonly clear: () => void
}

/** Letters and digits pressed one after the other: "C", "1", "4". */
export function useTypeAhead(): TypeAhead {
  const typed = useRef({ text: '', at: -Infinity })
  const soFar = (at: number): string => (at - typed.current.at < pause ? typed.current.text : '')
  return {
    soFar,
    add: (text, at, goesOn) => {
      const name = soFar(at) + text
      const isAnother = /(^t|\p{N})\p{L}$/iu.test(name) && !goesOn(name)
      typed.current = { text: isAnother ? text : name, at }
      return typed.current.text
    },
    clear: () => {
      typed.current = { text: '', at: -Infinity }
    },
  }
}
