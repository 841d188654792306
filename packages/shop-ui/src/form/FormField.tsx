import { useEffect } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useWords } from '#i18n'
import { ErrorSummary, fieldErrorsOf } from './ErrorSummary.tsx'
import { PasswordField, type PasswordFieldProps } from './PasswordField.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

type ControlledProps = 'value' | 'onChange' | 'onBlur' | 'ref' | 'error'

/** One field of the form around it. The rules' messages are keys, so that errors on the screen follow the locale. */
export function useFormField(name: string) {
  const t = useWords('account')
  const { field, fieldState } = useController({ name })
  const key = fieldState.error?.message
  return { field, error: key ? t(key) : undefined }
}

/** A text field of the form around it: react-hook-form's `FormProvider` knows its value and its error. */
export function FormField(props: Omit<TextFieldProps, ControlledProps>) {
  const { field, error } = useFormField(props.name)
  return (
    <TextField {...props} value={String(field.value ?? '')} onChange={field.onChange} onBlur={field.onBlur} ref={field.ref} error={error} />
  )
}

/** A password field of the form around it. */
export function FormPassword(props: Omit<PasswordFieldProps, ControlledProps>) {
  const { field, error } = useFormField(props.name)
  return (
    <PasswordField
      {...props}
      value={String(field.value ?? '')}
      onChange={field.onChange}
      onBlur={field.onBlur}
      ref={field.ref}
      error={error}
    />
  )
}

/** All that is wrong with the form around it, once somebody tried to send it. */
export function FormErrors() {
  const t = useWords('account')
  const { formState } = useFormContext()
  const faults = fieldErrorsOf(formState.errors).map(({ field, message }) => ({ field, message: t(message) }))
  return <ErrorSummary faults={formState.isSubmitted ? faults : []} attempt={formState.submitCount} />
}

/** Tells what the form around it holds each time somebody types, so that nothing typed is lost. */
export function FormDraft({ onChange }: { readonly onChange: (values: Readonly<Record<string, unknown>>) => void }) {
  const { subscribe } = useFormContext()
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => onChange(values) }), [subscribe, onChange])
  return null
}
