import { useController } from 'react-hook-form'
import { useWords } from '#i18n'
import { PasswordField, type PasswordFieldProps } from './PasswordField.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

type Bound = 'value' | 'onChange' | 'onBlur' | 'ref' | 'error'

/** The state of one field of the form around it. Error messages of the rules are keys, so that they follow the locale. */
export function useFormField(name: string) {
  const t = useWords('account')
  const { field, fieldState } = useController({ name })
  const key = fieldState.error?.message
  return { field, error: key === undefined ? undefined : t(key) }
}

/** A text field of the form around it: react-hook-form's `FormProvider` knows its value and its error. */
export function FormField(props: Omit<TextFieldProps, Bound>) {
  const { field, error } = useFormField(props.name)
  return <TextField {...props} value={String(field.value ?? '')} onChange={field.onChange} onBlur={field.onBlur} ref={field.ref} error={error} />
}

/** A password field of the form around it. */
export function FormPassword(props: Omit<PasswordFieldProps, Bound>) {
  const { field, error } = useFormField(props.name)
  return <PasswordField {...props} value={String(field.value ?? '')} onChange={field.onChange} onBlur={field.onBlur} ref={field.ref} error={error} />
}
