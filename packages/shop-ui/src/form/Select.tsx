import { ChevronDown } from 'lucide-react'
import { type Ref, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { ListBox } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './Choice.module.css'
import { ariaFieldProps, fieldClasses, FieldFrame, type FieldProps } from './Field.tsx'
import { ImmediateFocus } from '#ui/immediateFocus'
import { type Option, OptionLine } from './options.tsx'

export type SelectProps<Value extends string> = FieldProps & {
  readonly options: readonly Option<Value>[]
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  readonly onBlur?: () => void
  readonly placeholder?: string
  readonly autoComplete?: string
  readonly ref?: Ref<HTMLButtonElement>
}

/** A select for up to about twenty options. */
export function Select<Value extends string>({
  name,
  label,
  hint,
  error,
  optional = false,
  disabled = false,
  options,
  value,
  onChange,
  placeholder,
  ref,
  ...rest
}: SelectProps<Value>) {
  const t = useWords('part')
  const list = useRef<HTMLDivElement>(null)
  return (
    <AriaSelect
      {...rest}
      name={name}
      value={value}
      onChange={(key) => key !== null && onChange(key as Value)}
      placeholder={placeholder ?? t('choose')}
      {...ariaFieldProps({ error, optional, disabled })}
    >
      <FieldFrame label={label} hint={hint} error={error} optional={optional}>
        <Button {...(ref ? { ref } : {})} id={name} className={classNames(fieldClasses.box, styles.trigger)}>
          <SelectValue>{({ selectedText, defaultChildren }) => selectedText || defaultChildren}</SelectValue>
          <ChevronDown aria-hidden="true" />
        </Button>
      </FieldFrame>
      <Popover className={classNames(styles.popover)} offset={4}>
        <ListBox ref={list} className={classNames(styles.list)} items={options.map((option) => ({ id: option.value, option }))}>
          {({ option }) => <OptionLine option={option} />}
        </ListBox>
        <ImmediateFocus within={list} />
      </Popover>
    </AriaSelect>
  )
}
