import { createContext, useContext } from 'react'

/** Base path of the brand's files; overridden by pages that are not at the root of their host. */
export const BrandFilesContext = createContext('/brand/')

export const useBrandFilesPath = (): string => useContext(BrandFilesContext)
