import { createContext, useContext } from 'react'

/** Where the house's own files are. A page that isn't at the root of its host says so. */
export const BrandFilesContext = createContext('/brand/')

export const useBrandFilesPath = (): string => useContext(BrandFilesContext)
