import type { HTMLInputAutoCompleteAttribute, Ref } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
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
  return (
    <AriaTextField {...rest} id={name} name={name} value={value} {...ariaFieldProps({ error, optional, disabled })} isReadOnly={readOnly}>
      <FieldFrame label={label} hint={hint} error={error} optional={optional}>
        <Input {...(ref ? { ref } : {})} {...(spellCheck === undefined ? {} : { spellCheck })} className={fieldClasses.box} />
      </FieldFrame>
    </AriaTextField>
  )
}
