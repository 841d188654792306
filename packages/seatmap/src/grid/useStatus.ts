import { useCallback, useEffect, useRef, useState } from 'react'

/** Sentences that come within this time are said as one; milliseconds. */
const coalesce = 300
/** Nothing waits longer than this for more to come: a house that sells seat after seat would never be heard. */
const longest = 1_200

/** A sentence, or what to say when the time comes, if anything still. */
type Sentence = string | (() => string | undefined)

/** `about`: a later sentence about the same takes the place of an earlier one that wasn't said yet. */
export type Say = (sentence: Sentence, about?: string) => void

/** Text for a polite `role=status`: `say` collects, and all is said once no more comes for a moment, or it has waited long enough. */
export function useStatus(): [text: string, say: Say] {
  const [text, setText] = useState('')
  const waiting = useRef<{ readonly sentence: Sentence; readonly about: string | undefined }[]>([])
  const since = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const say: Say = useCallback((sentence, about) => {
    const now = performance.now()
    if (waiting.current.length === 0) since.current = now
    waiting.current = [...waiting.current.filter((one) => about === undefined || one.about !== about), { sentence, about }]
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        const said = new Set(waiting.current.map(({ sentence: one }) => (typeof one === 'string' ? one : one())).filter(Boolean))
        waiting.current = []
        const all = [...said].join(' ')
        // The same sentence again must still be heard: a changed text is.
        if (all) setText((before) => (before === all ? `${before}\u00a0` : all))
      },
      Math.min(coalesce, since.current + longest - now),
    )
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  return [text, say]
}
