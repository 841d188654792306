import type { ComponentPropsWithRef } from 'react'

type FormProps = Omit<ComponentPropsWithRef<'form'>, 'method' | 'noValidate'>

/**
 * A form of a page that the server renders. The browser itself sends no form of this method: without the script nothing that was
 * typed is lost or gets into a URL. A press before hydration is made again after it (`keepInput` of the shop).
 */
export const Form = (props: FormProps) => <form noValidate method="dialog" {...props} />
