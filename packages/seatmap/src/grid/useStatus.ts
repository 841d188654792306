import { useCallback, useEffect, useRef, useState } from 'react'

/** Sentences that arrive within this time are announced as one; milliseconds. */
const coalesce = 300
/** Max wait for further sentences; milliseconds. In a busy sale a sentence would otherwise never be announced. */
const longest = 1_200

/** A text, or a function that returns the text when it is announced; undefined if it no longer applies. */
type Sentence = string | (() => string | undefined)

/** @param topic a subject: a later sentence about it replaces an earlier one that was not announced yet */
export type Say = (sentence: Sentence, topic?: string) => void

/** Text for a polite `role=status`: `say` collects sentences, which are announced together after a pause or the max wait. */
export function useStatus(): [text: string, say: Say] {
  const [text, setText] = useState('')
  const waiting = useRef<{ readonly sentence: Sentence; readonly topic: string | undefined }[]>([])
  const since = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const say: Say = useCallback((sentence, topic) => {
    const now = performance.now()
    if (waiting.current.length === 0) since.current = now
    waiting.current = [...waiting.current.filter((queued) => topic === undefined || queued.topic !== topic), { sentence, topic }]
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        const saidSentences = new Set(
          waiting.current
            .map(({ sentence: queuedSentence }) => (typeof queuedSentence === 'string' ? queuedSentence : queuedSentence()))
            .filter(Boolean),
        )
        waiting.current = []
        const all = [...saidSentences].join(' ')
        // A repeated sentence must be announced again, so its text is changed invisibly.
        if (all) setText((before) => (before === all ? `${before}\u00a0` : all))
      },
      Math.min(coalesce, since.current + longest - now),
    )
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  return [text, say]
}
