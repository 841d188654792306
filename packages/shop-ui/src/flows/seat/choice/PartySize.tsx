import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '#i18n'
import { announce } from '#ui/announce'
import { restorePartyInput } from './party-input.ts'
import styles from './PartySize.module.css'

type PartySizeProps = {
  readonly size: number
  readonly maximum: number
  readonly onChange: (size: number) => void
  /** Shows that a press on a seat chooses as many. */
  readonly hint?: boolean
}

/**
 * Optional size of the party: one press on a seat then chooses as many. Of plain elements, since it is hydrated while the hall is drawn:
 * React Aria's number field would take a slow phone a sixth of a second.
 */
export function PartySize({ size, maximum, onChange, hint = true }: PartySizeProps) {
  const t = useWords('seat')
  const part = useWords('part')
  const id = useId()
  /** Text of the input until it is left. */
  const [typed, setTyped] = useState<string>()
  const field = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const typedBefore = restorePartyInput(field.current)
    if (typedBefore !== undefined && typedBefore !== size) onChange(Math.max(1, Math.min(typedBefore, maximum)))
  }, [size, maximum, onChange])
  const choose = (next: number): void => {
    setTyped(undefined)
    const chosen = Math.max(1, Math.min(next, maximum))
    if (chosen !== size) onChange(chosen)
  }
  const take = (text: string): void => choose(/^\s*\d+\s*$/.test(text) ? Number(text) : text.trim() === '' ? 1 : size)
  const step = (by: number): void => {
    choose(size + by)
    announce(String(Math.max(1, Math.min(size + by, maximum))), 'assertive')
  }
  const pressKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && typed !== undefined) take(typed)
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    step(by)
  }
  const label = t('party.label')
  return (
    <div ref={field} className={styles['party']}>
      <label htmlFor={id}>{label}</label>
      <div role="group" aria-label={label} className={styles['stepper']}>
        <button
          type="button"
          slot="decrement"
          tabIndex={-1}
          aria-label={part('fewer', { label })}
          aria-disabled={size <= 1}
          onClick={() => step(-1)}
        >
          <Minus aria-hidden="true" />
        </button>
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          aria-describedby={hint && size > 1 ? `${id}-hint` : undefined}
          value={typed ?? size}
          // Without focus it is text that was typed before hydration.
          onChange={({ target }) => (target === document.activeElement ? setTyped(target.value) : take(target.value))}
          onBlur={() => typed !== undefined && take(typed)}
          onKeyDown={pressKey}
        />
        <button
          type="button"
          slot="increment"
          tabIndex={-1}
          aria-label={part('more', { label })}
          aria-disabled={size >= maximum}
          onClick={() => step(1)}
        >
          <Plus aria-hidden="true" />
        </button>
      </div>
      {hint && size > 1 && (
        <span id={`${id}-hint`} slot="description">
          {t('party.hint')}
        </span>
      )}
    </div>
  )
}
