import { useCallback, useEffect, useRef, useState } from 'react'

/** Sentences that come within this time are said as one; milliseconds. */
const coalesce = 300

/** A sentence, or what to say when the time comes, if anything still. */
export type Sentence = string | (() => string | undefined)

/** Text for a polite `role=status`: `say` collects, the text changes at most once in 300 ms. */
export function useStatus(): [text: string, say: (sentence: Sentence) => void] {
  const [text, setText] = useState('')
  const waiting = useRef<Sentence[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const say = useCallback((sentence: Sentence) => {
    waiting.current.push(sentence)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const said = [...new Set(waiting.current.map((one) => (typeof one === 'string' ? one : one())).filter(Boolean))]
      waiting.current = []
      // The same sentence again must still be heard: a changed text is.
      if (said.length > 0) setText((before) => (before === said.join(' ') ? `${before}\u00a0` : said.join(' ')))
    }, coalesce)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  return [text, say]
}
