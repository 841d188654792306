import { Check } from 'lucide-react'
import { ListBoxItem } from 'react-aria-components/ListBox'
import { classNames } from '#theme'
import styles from './Choice.module.css'

/** One option. `detail` is shown at the end of its line: a price, a code. */
export type Option<Value extends string = string> = {
  readonly value: Value
  readonly label: string
  readonly detail?: string
  readonly disabled?: boolean
}

/** An option of a popup list. */
export const OptionLine = ({ option }: { readonly option: Option }) => (
  <ListBoxItem id={option.value} textValue={option.label} isDisabled={option.disabled ?? false} className={classNames(styles.option)}>
    <Check aria-hidden="true" />
    <span>{option.label}</span>
    {option.detail && <span className={styles.detail}>{option.detail}</span>}
  </ListBoxItem>
)

/** Classes of a popup list and of the popover around it. */
export const optionClasses = { popover: classNames(styles.popover), list: classNames(styles.list) }
