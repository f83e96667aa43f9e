import type { Api, World } from './world.ts'

/** Signs a user in and has them view data as another user. */
export async function viewAs(world: World, viewerId: string, userId: string): Promise<Api> {
  const api = await world.as(viewerId)
  await api.viewing.start({ userId })
  return api
}
