import { notFound } from '@tanstack/react-router'

const idOf = (text: string) => {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw notFound()
  return Number(text)
}
/** `params` of a route `/…/$id`: a number in the program, digits in the address, and the 404 page for anything else. */
export const idParam = {
  parse: ({ id }: { id: string }) => ({ id: idOf(id) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}
/** The same for `/…/{-$id}`. */
export const optionalIdParam = {
  parse: ({ id }: { id?: string }) => ({ id: id === undefined ? undefined : idOf(id) }),
  stringify: ({ id }: { id?: number }) => ({ id: id === undefined ? undefined : String(id) }),
}
