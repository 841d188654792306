import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './Button.module.css'

/** `primary` at most once per screen; `icon` is round and needs an `aria-label`. */
export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger' | 'icon'

export type ButtonShape = {
  readonly look?: ButtonLook
  /** Fills the width of its column. */
  readonly wide?: boolean
  readonly large?: boolean
}

export type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'className' | 'style' | 'onClick' | 'disabled'> &
  ButtonShape & {
    readonly children: ReactNode
    /** Action on a press by mouse, touch, keyboard or voice. */
    readonly onPress?: () => void
    readonly isDisabled?: boolean
    /** Marks the button as busy; it keeps the focus and ignores presses. */
    readonly isPending?: boolean
  }

/** A native button: `onPress` for an action, `type="submit"` in a form. Native, because every first screen has one (bundle size). */
export function Button({
  look = 'secondary',
  wide = false,
  large = false,
  isDisabled = false,
  isPending = false,
  type = 'button',
  onPress,
  children,
  ...props
}: ButtonProps) {
  const t = useWords('part')
  return (
    <button
      // Safari does not focus a clicked button, and a dialog returns the focus to the element that had it.
      tabIndex={0}
      {...props}
      type={isPending ? 'button' : type}
      disabled={isDisabled}
      onClick={isPending ? undefined : () => onPress?.()}
      className={buttonClasses({ look, wide, large })}
    >
      {isPending && <span className={classNames(styles.spinner)} aria-hidden="true" />}
      {children}
      {isPending && <span className="visually-hidden">{t('loading')}</span>}
    </button>
  )
}

/** Classes that give a link the look of a button. */
export const buttonClasses = ({ look = 'secondary', wide = false, large = false }: ButtonShape): string =>
  classNames(styles.button, styles[look], wide && styles.wide, large && styles.large)
