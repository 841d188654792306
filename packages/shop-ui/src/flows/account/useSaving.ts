import { useState } from 'react'
import type { Result } from '@playhouse/domain/result'
import { announce } from '#ui/announce'
import { type AnsweredProblem, refreshBasket } from '#server-state'

/** What became of the last change on a page: what went wrong, or the sentence that says what is saved. */
export type Saving = {
  readonly isPending: boolean
  readonly problem: AnsweredProblem | undefined
  readonly said: string | undefined
  /** Makes a change. True when it was taken: then `sentence` stands on the page and is read out. */
  readonly save: <Value>(
    change: () => Promise<Result<Value, AnsweredProblem>>,
    then: { readonly sentence: string; readonly keep?: (value: Value) => void },
  ) => Promise<boolean>
}

/** One change at a time, each with its outcome in words. Whoever isn't signed in any more is led to signing in. */
export function useSaving(): Saving {
  const [state, setState] = useState<Omit<Saving, 'save'>>({ isPending: false, problem: undefined, said: undefined })
  return {
    ...state,
    save: async (change, { sentence, keep }) => {
      setState({ isPending: true, problem: undefined, said: undefined })
      const result = await change()
      if (result.ok) {
        keep?.(result.value)
        announce(sentence)
      } else if (result.error.code === 'login-required') await refreshBasket()
      setState({ isPending: false, problem: result.ok ? undefined : result.error, said: result.ok ? sentence : undefined })
      return result.ok
    },
  }
}
