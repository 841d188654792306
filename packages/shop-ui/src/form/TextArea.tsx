import type { Ref } from 'react'
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { useWords } from '#i18n'
import { ariaFieldProps, fieldClasses, FieldFrame, type FieldProps } from './Field.tsx'

export type TextAreaProps = FieldProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  /** Maximum length; shows how many characters remain. */
  readonly maxLength: number
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** A multi-line text field with a count of the remaining characters. */
export function TextArea({ name, label, hint, error, optional = false, disabled = false, value, maxLength, ref, ...rest }: TextAreaProps) {
  const t = useWords('part')
  return (
    <AriaTextField {...rest} id={name} name={name} value={value} maxLength={maxLength} {...ariaFieldProps({ error, optional, disabled })}>
      <FieldFrame label={label} hint={hint} error={error} optional={optional}>
        <AriaTextArea {...(ref ? { ref } : {})} rows={4} className={fieldClasses.box} />
      </FieldFrame>
      <span className={fieldClasses.counter}>{t('charactersLeft', { count: maxLength - value.length })}</span>
    </AriaTextField>
  )
}
