import { Minus, Plus } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { NumberField } from 'react-aria-components/NumberField'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { fieldClasses, FieldFrame, type FieldProps } from './Field.tsx'
import styles from './NumberStepper.module.css'

export type NumberStepperProps = Omit<FieldProps, 'label'> & {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly minimum?: number
  readonly maximum?: number
}

/** A small number with buttons to change it, such as a number of tickets or guests. */
export function NumberStepper({
  name,
  label,
  hint,
  error,
  optional = false,
  disabled = false,
  value,
  onChange,
  minimum = 0,
  maximum = 99,
}: NumberStepperProps) {
  const t = useWords('part')
  return (
    <NumberField
      id={name}
      name={name}
      value={value}
      onChange={(number) => onChange(Number.isNaN(number) ? minimum : number)}
      minValue={minimum}
      maxValue={maximum}
      isInvalid={Boolean(error)}
      isDisabled={disabled}
      validationBehavior="aria"
      decrementAriaLabel={t('fewer', { label })}
      incrementAriaLabel={t('more', { label })}
      className={fieldClasses.field}
    >
      <FieldFrame label={label} hint={hint} error={error} optional={optional}>
        <StepperGroup className={classNames(styles.stepper)} />
      </FieldFrame>
    </NumberField>
  )
}

/** The input of a react-aria `NumberField` between its two buttons. */
export const StepperGroup = ({ className }: { readonly className: string }) => (
  <Group className={className}>
    <Button slot="decrement">
      <Minus aria-hidden="true" />
    </Button>
    <Input />
    <Button slot="increment">
      <Plus aria-hidden="true" />
    </Button>
  </Group>
)
