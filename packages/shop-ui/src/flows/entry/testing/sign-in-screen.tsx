import { fireEvent, screen } from '@testing-library/react'
import { aBasket, aCustomer, type Answers, aSession } from '#testing'
import { SignInPage } from '../index.ts'

export const routes = ['/login', '/register', '/checkout/account'].map((path) => ({ path, element: <SignInPage /> }))
export const signedIn = aSession(aCustomer, aBasket())
export const knownCustomer: Answers = {
  auth: { lookup: () => ({ next: 'password' }), login: () => signedIn, register: () => signedIn },
  basket: { read: () => aBasket() },
}
export const typeInto = (label: RegExp | string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
export const errors = () =>
  screen.getAllByRole('link').flatMap((link) => (link.getAttribute('href')?.startsWith('#') ? [link.textContent] : []))
