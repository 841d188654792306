import { type ReactNode, useId } from 'react'
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup'
import { Text } from 'react-aria-components/Text'
import { classNames } from '#theme'
import { ariaFieldProps, FieldFrame, type FieldProps } from './Field.tsx'
import styles from './RadioCards.module.css'

export type RadioCard<Value extends string> = {
  readonly value: Value
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** At the end of the line: a price. */
  readonly detail?: ReactNode
  readonly disabled?: boolean
}

export type RadioCardsProps<Value extends string> = FieldProps & {
  readonly cards: readonly RadioCard<Value>[]
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  readonly onBlur?: () => void
}

/** Radio buttons as cards with a description: delivery methods, addresses. */
export function RadioCards<Value extends string>({
  name,
  label,
  hint,
  error,
  optional = false,
  disabled = false,
  cards,
  value,
  onChange,
  onBlur,
}: RadioCardsProps<Value>) {
  const id = useId()
  return (
    <RadioGroup
      id={name}
      name={name}
      value={value}
      onChange={(choice) => onChange(choice as Value)}
      {...(onBlur ? { onBlur } : {})}
      {...ariaFieldProps({ error, optional, disabled })}
    >
      <FieldFrame label={label} hint={hint} error={error} optional={optional}>
        <div className={styles.cards}>
          {cards.map((card, nth) => (
            <RadioField
              key={card.value}
              value={card.value}
              isDisabled={card.disabled ?? false}
              // The hint is the description of the card and must not be part of its name as well.
              aria-labelledby={`${id}-label-${nth} ${id}-detail-${nth}`}
            >
              <RadioButton className={classNames(styles.card)}>
                <span className={styles.dot} />
                <span id={`${id}-label-${nth}`} className={styles.label}>
                  {card.label}
                </span>
                {card.detail && (
                  <span id={`${id}-detail-${nth}`} className={styles.detail}>
                    {card.detail}
                  </span>
                )}
                {card.hint && (
                  <Text slot="description" className={classNames(styles.hint)}>
                    {card.hint}
                  </Text>
                )}
              </RadioButton>
            </RadioField>
          ))}
        </div>
      </FieldFrame>
    </RadioGroup>
  )
}
