import { type Ref, useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { fieldClasses, FieldFrame, type FieldProps } from './Field.tsx'

export type PasswordFieldProps = FieldProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  /** `new-password` lets a password manager suggest one. */
  readonly autoComplete: 'current-password' | 'new-password'
  readonly ref?: Ref<HTMLInputElement>
}

/** A password field that can show its value, accepts paste, and works with password managers. */
export function PasswordField({ name, label, hint, error, disabled = false, optional: _, ref, ...rest }: PasswordFieldProps) {
  const t = useWords('part')
  const [isShown, setShown] = useState(false)
  return (
    <AriaTextField
      {...rest}
      id={name}
      name={name}
      type={isShown ? 'text' : 'password'}
      isRequired
      isInvalid={Boolean(error)}
      isDisabled={disabled}
      validationBehavior="aria"
      className={fieldClasses.field}
    >
      <FieldFrame label={label} hint={hint} error={error}>
        <span className={fieldClasses.inside}>
          <Input {...(ref ? { ref } : {})} autoCapitalize="none" spellCheck={false} className={fieldClasses.box} />
          <Button look="quiet" aria-label={t(isShown ? 'hidePassword' : 'showPassword')} onPress={() => setShown(!isShown)}>
            {t(isShown ? 'hide' : 'show')}
          </Button>
        </span>
      </FieldFrame>
    </AriaTextField>
  )
}
