import { useLayoutEffect, useRef } from 'react'
import { Label } from 'react-aria-components/Label'
import { NumberField } from 'react-aria-components/NumberField'
import { Text } from 'react-aria-components/Text'
import { StepperGroup } from '#form/NumberStepper'
import { useWords } from '#i18n'
import { restorePartyInput } from './party-input.ts'
import styles from './PartySize.module.css'

type PartySizeProps = {
  readonly size: number
  readonly maximum: number
  readonly onChange: (size: number) => void
  /** Shows that a press on a seat chooses as many. */
  readonly hint?: boolean
}

/** Optional size of the party: one press on a seat then chooses as many. */
export function PartySize({ size, maximum, onChange, hint = true }: PartySizeProps) {
  const t = useWords('seat')
  const part = useWords('part')
  const field = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const typed = restorePartyInput(field.current)
    if (typed !== undefined && typed !== size) onChange(Math.max(1, Math.min(typed, maximum)))
  }, [size, maximum, onChange])
  return (
    <NumberField
      ref={field}
      value={size}
      minValue={1}
      maxValue={maximum}
      onChange={(next) => onChange(Number.isNaN(next) ? 1 : next)}
      decrementAriaLabel={part('fewer', { label: t('party.label') })}
      incrementAriaLabel={part('more', { label: t('party.label') })}
      className={styles['party'] ?? ''}
    >
      <Label>{t('party.label')}</Label>
      <StepperGroup className={styles['stepper'] ?? ''} />
      {hint && size > 1 && <Text slot="description">{t('party.hint')}</Text>}
    </NumberField>
  )
}
