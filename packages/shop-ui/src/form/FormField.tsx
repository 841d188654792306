import { useEffect } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useWords } from '#i18n'
import { ErrorSummary, fieldErrorsOf } from './ErrorSummary.tsx'
import { PasswordField, type PasswordFieldProps } from './PasswordField.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

type ControlledProps = 'value' | 'onChange' | 'onBlur' | 'ref' | 'error'

/** Connects a field to the surrounding form. Validation messages are i18n keys, so that errors follow a change of locale. */
export function useFormField(name: string) {
  const t = useWords('account')
  const { field, fieldState } = useController({ name })
  const key = fieldState.error?.message
  return { field, error: key ? t(key) : undefined }
}

/** A text field of the surrounding form; `FormProvider` supplies its value and error. */
export function FormField(props: Omit<TextFieldProps, ControlledProps>) {
  const { field, error } = useFormField(props.name)
  return (
    <TextField {...props} value={String(field.value ?? '')} onChange={field.onChange} onBlur={field.onBlur} ref={field.ref} error={error} />
  )
}

/** A password field of the surrounding form. */
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

/** Error summary of the surrounding form, after a rejected submit. */
export function FormErrors() {
  const t = useWords('account')
  const { formState } = useFormContext()
  const faults = fieldErrorsOf(formState.errors).map(({ field, message }) => ({ field, message: t(message) }))
  return <ErrorSummary faults={formState.isSubmitted ? faults : []} attempt={formState.submitCount} />
}

/** Reports the values of the surrounding form after each change, so that they can be saved as a draft. */
export function FormDraft({ onChange }: { readonly onChange: (values: Readonly<Record<string, unknown>>) => void }) {
  const { subscribe } = useFormContext()
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => onChange(values) }), [subscribe, onChange])
  return null
}
