import { useMutation } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { Result } from '@playhouse/domain/result'
import { type ApiProblem, refreshBasket } from '#server-state'
import { announce } from '#ui/announce'

export type ApiCall<Value> = () => Promise<Result<Value, ApiProblem>>

/** The steps after a change that the server accepted. */
export type MutationSuccess<Value> = {
  /** Takes the reply, e.g. into the query cache. Awaited before the message is announced. */
  readonly onSuccess?: (value: Value) => unknown
  /** A translated sentence: announced to screen readers, and returned by the hook as `message`. */
  readonly message?: string | undefined | ((value: Value) => string | undefined)
  /** Gets the focus; it is on the page already. */
  readonly focus?: RefObject<HTMLElement | null>
}

export type ApiMutation = {
  readonly isPending: boolean
  /** Problem that refused the last change; undefined while another one is pending. */
  readonly problem: ApiProblem | undefined
  /** The success message of the last change, to be shown on the page. */
  readonly message: string | undefined
  /** Sends a change. Resolves to the server's result, never rejects for a problem. */
  readonly send: <Value>(call: ApiCall<Value>, success?: MutationSuccess<Value>) => Promise<Result<Value, ApiProblem>>
  /** Forgets the last problem and message. */
  readonly dismiss: () => void
}

export type ApiMutationOptions = {
  /** Runs after each refusal, e.g. to reload data that is out of date. `send` resolves after it. */
  readonly onProblem?: (problem: ApiProblem) => unknown
}

type Outcome = { readonly problem?: ApiProblem; readonly message?: string | undefined }

/** A session that has ended: its basket and customer are loaded again, and the page's guard leads to the sign-in page. */
const refreshAfterSignOut = async ({ code }: ApiProblem): Promise<void> => {
  if (code === 'login-required') await refreshBasket()
}

/**
 * Sends changes to the API, and holds the outcome of the last one: the problem to show, or the message that was announced.
 * Every screen that changes something uses it, so that a refusal is shown and a success announced in one way.
 */
export function useApiMutation({ onProblem = refreshAfterSignOut }: ApiMutationOptions = {}): ApiMutation {
  const { mutateAsync, data, isPending, reset } = useMutation({
    // Without a connection the call resolves to `service-unavailable`, which is shown; it must not wait for the network.
    networkMode: 'always',
    mutationFn: (run: () => Promise<Outcome>) => run(),
  })
  return {
    isPending,
    problem: data?.problem,
    message: data?.message,
    dismiss: reset,
    send: async (call, { onSuccess, message, focus } = {}) => {
      let result: Awaited<ReturnType<typeof call>> | undefined
      await mutateAsync(async () => {
        result = await call()
        if (!result.ok) return { problem: result.error }
        await onSuccess?.(result.value)
        const sentence = typeof message === 'function' ? message(result.value) : message
        if (sentence !== undefined) announce(sentence)
        return { message: sentence }
      })
      if (result!.ok) focus?.current?.focus()
      else await onProblem(result!.error)
      return result!
    },
  }
}
