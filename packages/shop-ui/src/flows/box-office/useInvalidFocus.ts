import { type RefObject, useEffect, useReducer, useRef } from 'react'

/**
 * Moves the focus to the first invalid field of a form whenever the form or the server rejects it, so that its error is read.
 * @param problem the server's; each new one is a rejection
 * @returns `reject` is called when the form itself rejects its values
 */
export function useInvalidFocus(problem: object | undefined): {
  readonly form: RefObject<HTMLFormElement | null>
  readonly reject: () => void
} {
  const form = useRef<HTMLFormElement>(null)
  const [rejections, reject] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (problem || rejections > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem, rejections])
  return { form, reject }
}
