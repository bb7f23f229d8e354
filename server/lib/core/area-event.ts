type Follower<T, C> = (what: T, context: C) => Promise<unknown>

/**
 * Something that happens in one area and that others follow in the same transaction, so that the area need not know them: `emit` calls its followers in turn,
 * and what one throws undoes the whole write. They are named in one place, server/resources/followers.ts.
 * @throws Error where nobody was named
 */
export function areaEvent<T, C>(name: string) {
  let followers: readonly Follower<T, C>[] | undefined
  return {
    followedBy(...given: Follower<T, C>[]) {
      followers = given
    },
    async emit(what: T, context: C): Promise<void> {
      if (!followers) throw new Error(`Nobody follows "${name}" yet: import server/resources/followers.ts first.`)
      for (const follow of followers) await follow(what, context)
    },
  }
}
