import { useState } from 'react'
import type { ApiMutation } from '#mutation'
import { useStaffMutation } from '../counter-state.ts'
import { refreshProgramme } from './planning-queries.ts'

/** A change of the programme. `retry` repeats it once the second factor was verified again; undefined while that is not needed. */
export type PlanningMutation = ApiMutation & { readonly retry: (() => Promise<unknown>) | undefined }

/**
 * Sends changes of the programme. Whatever follows a change is in its `onSuccess`: a change that needs a fresh second factor is repeated
 * after it.
 */
export function usePlanningMutation(): PlanningMutation {
  const mutation = useStaffMutation()
  const [repeated, setRepeated] = useState<{ readonly send: () => Promise<unknown> }>()
  const send: ApiMutation['send'] = async (call, success) => {
    const result = await mutation.send(call, success)
    const code = result.ok ? undefined : result.error.code
    setRepeated(code === 'second-factor-required' ? { send: () => send(call, success) } : undefined)
    // The screen shows what another staff user made of it, beside what was typed.
    if (code === 'changed-meanwhile') await refreshProgramme()
    return result
  }
  return { ...mutation, send, retry: repeated?.send }
}
