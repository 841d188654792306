import { cloneElement, type ComponentProps, type ReactNode } from 'react'
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from 'react-aria-components/Tooltip'
import { classNames } from '#theme'
import styles from './Tooltip.module.css'

export type TooltipProps = {
  readonly text: ReactNode
  /** A `Button`. Tooltips open on hover and focus, and close on Escape. Never the only source of information. */
  readonly children: ComponentProps<typeof Focusable>['children']
}

const noDescription = { 'aria-describedby': '' }

/** Shows the name of an icon button to sighted visitors. Screen readers have it as accessible name; a description would repeat it. */
export const Tooltip = ({ text, children }: TooltipProps) => (
  <TooltipTrigger delay={400}>
    <Focusable>{cloneElement(children, noDescription) as typeof children}</Focusable>
    <AriaTooltip offset={6} className={classNames(styles.tooltip)}>
      {text}
    </AriaTooltip>
  </TooltipTrigger>
)
