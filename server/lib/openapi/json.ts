/** A JSON schema, or a part of one. */
export type Json = Record<string, any>
