import { type HTMLInputAutoCompleteAttribute, type Ref, type SyntheticEvent, useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { useWords } from '#i18n'
import { ariaFieldProps, fieldClasses, FieldFrame, type FieldProps } from './Field.tsx'

export type TextFieldProps = FieldProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'date' | 'datetime-local'
  /** The HTML autofill token; every personal field has one (WCAG 1.3.5). */
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  readonly inputMode?: 'text' | 'email' | 'tel' | 'numeric' | 'decimal'
  readonly maxLength?: number
  readonly readOnly?: boolean
  readonly spellCheck?: boolean
  /** Handles keys other than text input. */
  readonly onKeyDown?: (event: FieldKey) => void
  readonly ref?: Ref<HTMLInputElement>
}
/** A key press in the field. */
export type FieldKey = { readonly key: string; readonly shiftKey: boolean; readonly preventDefault: () => void }

/**
 * Reports whether what is typed in a date field is no date, such as 31 February: its value is empty then, and the browser does not send the
 * form. The first such field gets the focus in place of the message of the browser.
 */
function badInputProps(report: (isBad: boolean) => void) {
  return {
    onBlur: ({ currentTarget: { validity } }: SyntheticEvent<HTMLInputElement>) => report(validity.badInput),
    onInvalid: (event: SyntheticEvent<HTMLInputElement>) => {
      const input = event.currentTarget
      if (!input.validity.badInput) return
      event.preventDefault()
      report(true)
      if (input.form?.querySelector('input:invalid') === input) input.focus()
    },
  }
}

/** A single-line text field. */
export function TextField({
  name,
  label,
  hint,
  error,
  optional = false,
  disabled = false,
  readOnly = false,
  spellCheck,
  ref,
  value,
  ...rest
}: TextFieldProps) {
  const t = useWords('part')
  const [isBad, setBad] = useState(false)
  const shown = isBad && value === '' ? t('date') : error
  return (
    <AriaTextField
      {...rest}
      id={name}
      name={name}
      value={value}
      {...ariaFieldProps({ error: shown, optional, disabled })}
      isReadOnly={readOnly}
    >
      <FieldFrame label={label} hint={hint} error={shown} optional={optional}>
        <Input
          {...badInputProps(setBad)}
          {...(ref ? { ref } : {})}
          {...(spellCheck === undefined ? {} : { spellCheck })}
          className={fieldClasses.box}
        />
      </FieldFrame>
    </AriaTextField>
  )
}
