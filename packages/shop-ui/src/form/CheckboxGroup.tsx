import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox'
import { CheckboxGroup as AriaCheckboxGroup } from 'react-aria-components/CheckboxGroup'
import { classNames } from '#theme'
import styles from './Checkbox.module.css'
import { ariaFieldProps, fieldClasses, FieldFrame, type FieldProps } from './Field.tsx'

export type CheckboxGroupProps = FieldProps & {
  readonly boxes: readonly { readonly value: string; readonly label: ReactNode; readonly disabled?: boolean }[]
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
}

/** Several checkboxes of one question. */
export function CheckboxGroup({
  name,
  label,
  hint,
  error,
  optional = false,
  disabled = false,
  boxes,
  value,
  onChange,
}: CheckboxGroupProps) {
  return (
    <AriaCheckboxGroup id={name} name={name} value={[...value]} onChange={onChange} {...ariaFieldProps({ error, optional, disabled })}>
      <FieldFrame label={label} hint={hint} error={error} optional={optional}>
        <div>
          {boxes.map((box) => (
            <CheckboxField
              key={box.value}
              value={box.value}
              isDisabled={box.disabled ?? false}
              // Boxes do not take this from their group: the browser would ask for the first box, in words of its language.
              validationBehavior="aria"
              className={fieldClasses.field}
            >
              <CheckboxButton className={classNames(styles.checkbox)}>
                <span className={styles.tick}>
                  <Check aria-hidden="true" />
                </span>
                <span>{box.label}</span>
              </CheckboxButton>
            </CheckboxField>
          ))}
        </div>
      </FieldFrame>
    </AriaCheckboxGroup>
  )
}
