import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { roles } from '#contract/user.ts'
import { eachDatabase } from '#testing/database.ts'
import type { TestClient, TestGateway } from '#testing/gateway.ts'
import type { ControlPlane } from './control-plane.ts'

describe('a noun that is two files and two lines', () => {
  eachDatabase((_engine, _open, openPlace) => {
    let gateway: TestGateway
    let admin: TestClient
    let user: TestClient
    beforeAll(async () => {
      vi.resetModules()
      // The line in the contract, from which routes, guards and the document are made.
      vi.doMock('#contract/index.ts', async (original) => {
        const { contract } = await original<typeof import('#contract/index.ts')>()
        const { bridges } = await import('#testing/made-up-noun.ts')
        return { contract: { ...contract, bridges } }
      })
      // The line that says what serves it.
      vi.doMock('./index.ts', async (original) => {
        const { implementContract } = await original<typeof import('./index.ts')>()
        const { createCallEnvironment } = await import('./call-environment.ts')
        const { implement } = await import('./implement.ts')
        const { bridges, bridgeHandlers } = await import('#testing/made-up-noun.ts')
        return {
          implementContract: (server: FastifyInstance, plane: ControlPlane) => {
            implementContract(server, plane)
            implement(server, createCallEnvironment(plane), bridges, bridgeHandlers(plane))
          },
        }
      })
      const { startTestGateway } = await import('#testing/gateway.ts')
      gateway = await startTestGateway({ place: (await openPlace()).place })
      await gateway.asRoot()
      admin = await gateway.asUser('mason', roles.admin)
      user = await gateway.asUser('walker')
    })
    afterAll(async () => {
      await gateway.close()
      vi.doUnmock('#contract/index.ts')
      vi.doUnmock('./index.ts')
      vi.resetModules()
    })

    it('is served to whom the contract lets in, read as it says, and tells no more than it names', async () => {
      expect((await admin.post('/api/bridge/', { name: 'Old bridge' })).success).toBe(true)
      expect((await admin.post('/api/bridge/', { name: 'a\nb' })).code).toBe('input_invalid')
      expect((await user.post('/api/bridge/', { name: 'Mine' })).code).toBe('role_insufficient')
      expect((await gateway.visitor().get('/api/bridge/')).status).toBe(401)
      expect((await user.get('/api/bridge/')).data).toEqual([{ name: 'Old bridge', builder: 'mason' }])
      expect((await user.get('/api/bridge?keyword=new')).data).toEqual([])
    })

    it('is in the document of the control plane, and refuses methods that it does not have', async () => {
      const { paths, tags } = JSON.parse((await admin.get('/api/openapi.json')).text)
      expect(Object.keys(paths['/api/bridge/'])).toEqual(['get', 'post'])
      expect(tags).toContainEqual({ name: 'bridges' })
      const wrong = await admin.send('DELETE', '/api/bridge/')
      expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST'])
    })
  })
})
