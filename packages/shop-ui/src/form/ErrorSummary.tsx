import { useEffect, useRef } from 'react'
import { useWords } from '#i18n'
import { Notice, NoticeList } from '#ui/Notice'

export type FieldError = { /** Name of the field, which is the id of its control. */ readonly field: string; readonly message: string }

export type ErrorSummaryProps = {
  readonly faults: readonly FieldError[]
  /** Grows with each refused submit (react-hook-form's `formState.submitCount`): focus moves here each time. */
  readonly attempt: number
}

/** Lists the errors of a form above it, with links to the fields. Renders nothing without errors. */
export function ErrorSummary({ faults, attempt }: ErrorSummaryProps) {
  const t = useWords('part')
  const box = useRef<HTMLDivElement>(null)
  const hasFaults = faults.length > 0
  useEffect(() => {
    if (hasFaults && attempt > 0) box.current?.focus()
  }, [attempt, hasFaults])
  if (!hasFaults) return null
  return (
    <Notice tone="error" title={t('mend', { count: faults.length })} role="alert" tabIndex={-1} ref={box}>
      <NoticeList>
        {faults.map(({ field, message }) => (
          <li key={field}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(field)
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </NoticeList>
    </Notice>
  )
}

/** Flattens react-hook-form's `formState.errors`; nested fields become `address.city`. */
export function fieldErrorsOf(errors: object, path = ''): FieldError[] {
  return Object.entries(errors).flatMap(([name, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null) return []
    const field = path + name
    if ('message' in error && typeof error.message === 'string') return [{ field, message: error.message }]
    return 'ref' in error ? [] : fieldErrorsOf(error, `${field}.`)
  })
}

const focusable = ':is(input:not([type=hidden]), button, select, textarea):enabled'
/** Focuses the control of a field: within a group, the first one that is enabled. */
export function focusField(field: string): void {
  const place = document.getElementById(field)
  const control = place?.matches(focusable) ? place : place?.querySelector<HTMLElement>(focusable)
  control?.focus()
  control?.scrollIntoView({ block: 'center' })
}
