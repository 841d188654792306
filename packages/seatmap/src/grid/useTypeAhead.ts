import { useRef } from 'react'

/** Maximum time between two keys of one name; milliseconds. */
const pause = 1_000

/** `at` is the event's `timeStamp`: a blocked page receives the key press later. */
export type TypeAhead = {
  /** The characters typed so far; empty once the time is over. */
  readonly soFar: (at: number) => string
  /**
   * Adds characters and returns all typed so far. After a number, and after a T, a letter begins another name unless a name
   * `goesOn` with it: "18b", of "18 bis".
   */
  readonly add: (text: string, at: number, goesOn: (name: string) => boolean) => string
  readonly clear: () => void
}

/** Collects letters and digits that are typed one after the other: "C", "1", "4". */
export function useTypeAhead(): TypeAhead {
  const typedText = useRef({ text: '', at: -Infinity })
  const soFar = (at: number): string => (at - typedText.current.at < pause ? typedText.current.text : '')
  return {
    soFar,
    add: (text, at, goesOn) => {
      const name = soFar(at) + text
      const isAnother = /(^t|\p{N})\p{L}$/iu.test(name) && !goesOn(name)
      typedText.current = { text: isAnother ? text : name, at }
      return typedText.current.text
    },
    clear: () => {
      typedText.current = { text: '', at: -Infinity }
    },
  }
}
