// Made of openapi.yaml by `npm run client`; not for editing.

export interface paths {
  '/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Name, version and documentation
     * @description Names the product and its version, and links to the documentation.
     */
    get: operations['welcome'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether the database answers
     * @description Asks the database on each call. The status is 200 either way.
     */
    get: operations['health'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/signup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a user and an organisation
     * @description The signer becomes `super_admin` of the new organisation. At most 20 sign-ups an hour per client address and 10 per
     *     email address, then 429. With `SIGN_UP=closed` 403, unless there is no user yet.
     */
    post: operations['signUp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Log in
     * @description At most 100 logins a minute per client address, then 429. After 10 failed logins per account and client address each
     *     further one waits twice as long, from a second to 15 minutes. After 30 for one account, from client addresses that
     *     did not log in to it within 30 days, these wait together, up to a minute. `Retry-After` says how long. An address
     *     whose domain requires single sign-on gets 403.
     */
    post: operations['logIn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/sso/start': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start single sign-on
     * @description Finds the OpenID provider of the address's domain, as the operator has declared it. Keep `flow` in this browser, for
     *     example in `sessionStorage`, and open `authorization_url`. The provider sends the browser back to
     *     its redirect URI, `PUBLIC_APP_URL` + `/sso` or below it, where a page finishes the sign-on within ten minutes. 404 when the domain has no provider. At
     *     most 20 a minute per email address and 60 per client address, then 429.
     */
    post: operations['startSingleSignOn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/sso/finish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Finish single sign-on
     * @description Exchanges the provider's response for a session in the organisation of the domain. An address without an account gets
     *     one, and becomes a `member`. 401 unless the response belongs to the flow, 403 unless the provider confirms the address
     *     that the flow began with. At most 60 a minute per client address, then 429.
     */
    post: operations['finishSingleSignOn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/bot/token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Exchange the internal key for a token
     * @description For the services of this platform. The token works in one organisation, as `admin`, and opens only what the runtime
     *     needs there: an agent, a call with its metrics, decrypted credentials, and registering, carrying and ending calls.
     *     Everything else is 403.
     */
    post: operations['issueBotToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/switch-organisation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Work in another of my organisations
     * @description Answers a token for that organisation. Logins open it from now on. The token that is sent may be of an organisation
     *     that its user was removed from.
     */
    post: operations['switchOrganisation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/logout-everywhere': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End all my sessions
     * @description Ends every session of the user, the one that asks included, in all organisations. Their tokens are refused with 401
     *     wherever something would be changed, a secret or file opened or a session renewed, and everywhere once they expire.
     *     A password reset does the same.
     */
    post: operations['logOutEverywhere'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/organisations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * My organisations
     * @description Those the user belongs to, the oldest membership first, whichever is active.
     */
    get: operations['listMyOrganisations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/forgot-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Mail me the way to a new password
     * @description The answer is the same whether there is an account with this address or not. The link lives an hour. At most 5
     *     requests an hour per email address and 50 per client address, then 429.
     */
    post: operations['forgotPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/reset-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set a new password
     * @description The token is the one in the mailed link, and works once. Whatever link was mailed before does not work any more, and
     *     every session of the user ends. The account is confirmed: its pending memberships can be used. At most 50 requests an hour per client address, then 429.
     */
    post: operations['resetPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/check/{email}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether an address has an account or could be invited
     * @description At most 20 checks a minute per email address and 60 a minute per client address, then 429.
     */
    get: operations['checkEmail'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * My account
     * @description The account of the token, as seen from the active organisation.
     */
    get: operations['getMe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/{email}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * My account, by its address
     * @description Only the own account can be read.
     */
    get: operations['getUser'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/members/invite': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invite a member to the active organisation
     * @description Needs the role `admin` or `super_admin`. A new user gets an account with this password. An existing
     *     user keeps the own one. The new member has the role `member`. An account that an invitation made works in the
     *     organisation that made it alone, until its owner sets a password with the link of `POST /users/forgot-password`;
     *     then all its memberships can be used.
     *     At most 60 invitations a minute per client address and, unless the operator sets another limit, 50 a day (UTC) per
     *     organisation, then 429.
     */
    post: operations['inviteMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/members/{org_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The members of one of my organisations
     * @description It need not be the active one.
     */
    get: operations['listMembers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/members/assign-admin': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Promote a member to admin
     * @description Needs the role `super_admin`. An admin stays one; a super_admin is refused.
     */
    post: operations['assignAdmin'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/members/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remove a member
     * @description Needs the role `super_admin`. The account stays; the member's tokens stop working where something would be
     *     changed. A user cannot remove their own membership, nor the last super_admin.
     */
    post: operations['removeMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organisations/{org_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete the active organisation
     * @description Needs the role `super_admin`. Deletes the organisation and its memberships permanently; users, agents, call logs,
     *     stored objects and the audit trail stay.
     */
    delete: operations['deleteOrganisation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organisations/{org_id}/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What an organisation uses of its quotas
     * @description For its members, whichever is their active organisation. Days and months are those of UTC; a call belongs to the day
     *     and the month in which it was registered, and its minutes count when it is over. Call minutes are up to a minute old.
     */
    get: operations['getOrganisationUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organisations/{org_id}/retention': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    /**
     * How long an organisation keeps its calls
     * @description For its members, whichever is their active organisation. Null, the default, keeps them without a limit.
     */
    get: operations['getRetention'];
    /**
     * Set how long the active organisation keeps its calls
     * @description Needs an admin. A background sweep deletes what is older, from about a minute later and then every hour. Days count
     *     from the registration of the call. Live calls are kept until they end. What is deleted cannot be restored.
     */
    put: operations['setRetention'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organisations/{org_id}/erasure': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erase all data of the active organisation
     * @description Needs the role `super_admin`. Erases in the background campaigns, agents, calls, documents, contact lists, credentials,
     *     API keys and settings. They cannot be restored. Live calls are waited for. The organisation, its members, its erasures
     *     and the audit trail stay. 409 while a phone number is attached to an agent.
     */
    post: operations['eraseOrganisation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/erasures': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The erasures of the active organisation
     * @description Needs an admin. Newest first, with their progress.
     */
    get: operations['listErasures'];
    put?: never;
    /**
     * Erase a phone number
     * @description Needs an admin. Erases in the background everything that the organisation stores about a phone number: calls from and
     *     to it go with all that belongs to them, contacts and rows of contact lists are emptied, and the number is removed
     *     where other calls, events and the audit trail mention it. It cannot be restored. Calls in progress are waited for. An
     *     entry of the suppression list keeps the number, so that it is not called again. An erasure that is pending for the
     *     number is answered instead of another.
     */
    post: operations['requestErasure'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/erasures/{erasure_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The progress of an erasure
     * @description Needs an admin.
     */
    get: operations['getErasure'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who did what in the active organisation
     * @description Needs the role `super_admin`. Newest first. Logins, passwords, ended sessions, bot tokens, and every creation,
     *     change and deletion of members, credentials, agents, phone numbers, contact lists, campaigns and documents,
     *     deletions of calls, erasures, and changes of their retention and of the budget are
     *     recorded, done or refused. An entry cannot be changed, nor removed before the platform's retention has passed. Only a
     *     phone number in it is masked when the number is erased.
     */
    get: operations['listAuditEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/languages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All languages
     * @description The ids are what `config.language.primary` accepts.
     */
    get: operations['listLanguages'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/configuration/stt': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Speech-to-text providers
     * @description Every registered provider, and whether the organisation has stored credentials for it.
     */
    get: operations['listSttProviders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/configuration/tts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Text-to-speech providers
     * @description Every registered provider, and whether the organisation has stored credentials for it.
     */
    get: operations['listTtsProviders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/configuration/llm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Language-model providers
     * @description Every registered provider, and whether the organisation has stored credentials for it.
     */
    get: operations['listLlmProviders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/configuration/telephony': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Telephony providers
     * @description Every registered provider, and whether the organisation has stored credentials for it.
     */
    get: operations['listTelephonyProviders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/configuration/stt/setting/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Settings of a speech-to-text provider
     * @description The fields of its configuration, and per model its languages and settings.
     */
    get: operations['getSttSetting'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/configuration/tts/setting/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Settings of a text-to-speech provider
     * @description The fields of its configuration, and per model its languages and settings.
     */
    get: operations['getTtsSetting'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/configuration/llm/setting/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Settings of a language-model provider
     * @description The fields of its configuration.
     */
    get: operations['getLlmSetting'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/configuration/telephony/setting/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Settings of a telephony provider
     * @description The fields of its configuration.
     */
    get: operations['getTelephonySetting'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/catalog': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What every provider wants stored
     * @description Speech, language-model and telephony providers that take credentials, by id.
     */
    get: operations['listAuthCatalog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/catalog/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What one provider wants stored
     * @description The fields of all its kinds together.
     */
    get: operations['getAuthCatalogEntry'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/configured': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Providers with stored credentials
     * @description Their ids in alphabetical order.
     */
    get: operations['listConfiguredProviders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Store a provider's credentials
     * @description Needs the role `admin` or `super_admin`. Replaces what was stored. Only the provider's secret fields are taken;
     *     a region, an endpoint or a project id belongs to the agent's configuration.
     */
    post: operations['storeProviderAuth'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a registered provider. */
        provider: components['parameters']['Provider'];
      };
      cookie?: never;
    };
    /**
     * A provider's credentials
     * @description In plain for `admin` and `super_admin`; for others only the last four characters of each.
     */
    get: operations['getProviderAuth'];
    put?: never;
    post?: never;
    /**
     * Delete a provider's credentials
     * @description Needs the role `admin` or `super_admin`.
     */
    delete: operations['deleteProviderAuth'];
    options?: never;
    head?: never;
    /**
     * Change the hosts that a provider's credentials may be sent to
     * @description Needs the role `admin` or `super_admin`. Stored credentials are sent to the vendor's hosts, which
     *     `GET /auth/catalog/{provider}` lists, to servers that the operator has listed, and to these hosts; over https or
     *     wss alone. The list replaces the one that was there. It stays when the credentials are replaced, and goes with
     *     them when they are deleted.
     */
    patch: operations['allowProviderHosts'];
    trace?: never;
  };
  '/api/v1/event-endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The event endpoints of the organisation
     * @description Newest first, without their signing secrets.
     */
    get: operations['listEventEndpoints'];
    put?: never;
    /**
     * Create an event endpoint
     * @description Needs the role `admin` or `super_admin`. Your server gets a POST request, signed as Standard Webhooks defines, for each
     *     event of the selected types. Only this answer contains the signing secret. An organisation has at most 20 endpoints.
     */
    post: operations['createEventEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event-endpoints/{endpoint_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an event endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    /**
     * One event endpoint
     * @description Without its signing secret.
     */
    get: operations['getEventEndpoint'];
    put?: never;
    post?: never;
    /**
     * Delete an event endpoint
     * @description Needs the role `admin` or `super_admin`. Pending deliveries are not sent.
     */
    delete: operations['deleteEventEndpoint'];
    options?: never;
    head?: never;
    /**
     * Change an event endpoint
     * @description Needs the role `admin` or `super_admin`. A disabled endpoint gets no events. Deliveries that are pending when it is
     *     disabled are parked, and events of the time until it is enabled are not sent to it later.
     */
    patch: operations['updateEventEndpoint'];
    trace?: never;
  };
  '/api/v1/event-endpoints/{endpoint_id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an event endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test event
     * @description Needs the role `admin` or `super_admin`. Sends an event of type `endpoint.test`, whatever types the endpoint selects.
     */
    post: operations['sendTestEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event-endpoints/{endpoint_id}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an event endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the signing secret of an endpoint
     * @description Needs the role `admin` or `super_admin`. Only this answer contains the new secret. While the previous secret is valid,
     *     requests have a signature of each, so that your server can change its secret at any time. A secret that was replaced
     *     before ends at once.
     */
    post: operations['rotateEventSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event-endpoints/{endpoint_id}/resend': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an event endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send the events of a time again
     * @description Needs the role `admin` or `super_admin`. Sends events of the delivery log again, the oldest first, with their ids and
     *     bodies, for another 24 hours. A request handles about 1,000 deliveries: repeat it with `next_from` as `from` until that is
     *     null. A request that got no answer can be repeated as it is.
     */
    post: operations['resendEvents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event-endpoints/{endpoint_id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an event endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    /**
     * The delivery log of an endpoint
     * @description Newest event first, for 30 days.
     */
    get: operations['listEventDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event-endpoints/{endpoint_id}/deliveries/{event_id}/resend': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an event endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
        /** @description The id of an event. */
        event_id: string;
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send an event again
     * @description Needs the role `admin` or `super_admin`. The event keeps its id and its body, and is attempted for another 24 hours.
     */
    post: operations['resendEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/tool-secrets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The tool secrets of the organisation
     * @description By name, without their values.
     */
    get: operations['listToolSecrets'];
    put?: never;
    /**
     * Store a tool secret
     * @description Needs the role `admin` or `super_admin`. Replaces the value and the hosts of a secret of this name. Tools send it in
     *     place of `{{secret.name}}`, over https and only to these hosts; over http only to servers that the operator has
     *     listed. An organisation has at most 100.
     */
    post: operations['storeToolSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/tool-secrets/{secret_name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The name of a tool secret. */
        secret_name: string;
      };
      cookie?: never;
    };
    /**
     * One tool secret
     * @description Its value is masked for users; the media runtime reads it in plain.
     */
    get: operations['getToolSecret'];
    put?: never;
    post?: never;
    /**
     * Delete a tool secret
     * @description Needs the role `admin` or `super_admin`. 409 with the names of the agents while tools send it, unless `force` is true:
     *     these tools then fail.
     */
    delete: operations['deleteToolSecret'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/api-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The API keys of the organisation
     * @description Needs the role `admin` or `super_admin`. Newest first, without the keys themselves.
     */
    get: operations['listApiKeys'];
    put?: never;
    /**
     * Create an API key
     * @description Needs the role `admin` or `super_admin`. Programs send the key as `Authorization: Bearer vak_…`. It works in this
     *     organisation, for the actions in its scopes, until it expires or is deleted; 1,200 requests a minute at most. This
     *     answer is the only one that contains the key. An organisation has at most 100. A user can give a key only scopes that
     *     they have themselves.
     */
    post: operations['createApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/api-keys/{key_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an API key. */
        key_id: string;
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete an API key
     * @description Needs the role `admin` or `super_admin`. Requests with the key that begin later are refused.
     */
    delete: operations['deleteApiKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/sso-connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The OpenID providers of the organisation
     * @description Needs the role `admin` or `super_admin`. Newest first, without client secrets. Those of the operator's file are not listed.
     */
    get: operations['listSsoConnections'];
    put?: never;
    /**
     * Connect an OpenID provider
     * @description Needs the role `admin` or `super_admin`. The connection decides no log-in until its domain is verified: publish the
     *     TXT record of the answer. 409 if the operator has declared the domain. The client secret is stored encrypted and never
     *     shown. An organisation has at most 10 connections.
     */
    post: operations['createSsoConnection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/sso-connections/{connection_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a connection. */
        connection_id: components['parameters']['ConnectionId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Disconnect an OpenID provider
     * @description Needs the role `admin` or `super_admin`. Log-ins that are under way end. Sessions and passwords stay valid.
     */
    delete: operations['deleteSsoConnection'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/sso-connections/{connection_id}/verify': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a connection. */
        connection_id: components['parameters']['ConnectionId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Verify the domain of a connection
     * @description Needs the role `admin` or `super_admin`. Reads the TXT record of the domain: from then on people with its addresses can
     *     log in there. 400 while the record is missing; 409 while another connection has the domain and its own record; 502
     *     if no name server answers within seconds. A verified connection stays as it is.
     */
    post: operations['verifySsoConnection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All agents, newest first
     * @description Active and archived agents of the active organisation.
     */
    get: operations['listAgents'];
    put?: never;
    /**
     * Create an agent
     * @description The configuration is checked whole. An agent of category `telephony` gets an application at its provider first.
     */
    post: operations['createAgent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agents/by-phone/{phone_number}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The agent that answers a number
     * @description For the services of this platform.
     */
    get: operations['getAgentByPhone'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agents/{agent_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    /**
     * One agent
     * @description With its whole configuration.
     */
    get: operations['getAgent'];
    put?: never;
    post?: never;
    /**
     * Delete an agent
     * @description Needs the role `admin` or `super_admin`. Detaches the agent's number and removes its application at the provider
     *     before the agent is gone.
     */
    delete: operations['deleteAgent'];
    options?: never;
    head?: never;
    /**
     * Change an agent
     * @description All fields are optional. `config` replaces the old one, it is not merged. An agent that stops being of category
     *     `telephony`, or changes its provider, loses its number and its application at the old provider.
     *
     *     `status` (or `archived`) archives and restores. An archived agent takes and makes no calls, and its campaigns do
     *     not dial; it keeps its number, its name and its history, and can be changed. Fields that are not listed here are
     *     ignored; a body in which no field is known is refused.
     *
     *     A change of name, category, provider or configuration is published at once and is a new version of the agent.
     */
    patch: operations['updateAgent'];
    trace?: never;
  };
  '/api/v1/agents/{agent_id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    /**
     * The versions of an agent, newest first
     * @description What the agent was from one change to the next, without the configurations. A version never changes. The newest 200 of an
     *     agent are kept. An agent of an earlier release gets its first version when it is changed.
     */
    get: operations['listAgentVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agents/{agent_id}/versions/{version}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
        /** @description The number of a version of the agent. */
        version: components['parameters']['AgentVersion'];
      };
      cookie?: never;
    };
    /**
     * One version of an agent
     * @description With its whole configuration.
     */
    get: operations['getAgentVersion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agents/{agent_id}/versions/{version}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
        /** @description The number of a version of the agent. */
        version: components['parameters']['AgentVersion'];
      };
      cookie?: never;
    };
    /**
     * What differs between two versions of an agent
     * @description From the version `against`, or the one before, to the version in the path.
     */
    get: operations['compareAgentVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agents/{agent_id}/versions/{version}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
        /** @description The number of a version of the agent. */
        version: components['parameters']['AgentVersion'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Roll an agent back
     * @description Publishes the configuration of the version as a new version, after it was checked like a changed one. Name, category,
     *     provider and number stay as they are. When this configuration is published already, nothing changes.
     */
    post: operations['restoreAgentVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agents/{agent_id}/versions/{version}/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
        /** @description The number of a version of the agent. */
        version: components['parameters']['AgentVersion'];
      };
      cookie?: never;
    };
    /**
     * How the calls of a version went
     * @description Of the newest 2,000 calls that ran the version; `total` says how many there are. The version need not be kept any more.
     */
    get: operations['getAgentVersionMetrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agents/{agent_id}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What a change of an agent would change
     * @description Checks name and configuration as for a change, fills in the defaults, and compares them with what is published. Nothing is
     *     changed.
     */
    post: operations['compareAgentChange'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agents/{agent_id}/draft': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    /**
     * The draft of an agent
     * @description 404 without a draft.
     */
    get: operations['getAgentDraft'];
    /**
     * Write the draft of an agent
     * @description A configuration that no call runs but those that try it: `POST /calls/web` with `draft`. It is checked like that of a change,
     *     and replaces the former draft. An agent has at most one draft.
     */
    put: operations['saveAgentDraft'];
    post?: never;
    /**
     * Discard the draft of an agent
     * @description What is published stays as it is.
     */
    delete: operations['discardAgentDraft'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agents/{agent_id}/draft/diff': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    /**
     * What publishing the draft of an agent would change
     * @description From what is published to the draft.
     */
    get: operations['compareAgentDraft'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agents/{agent_id}/publish': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Publish the draft of an agent
     * @description Makes the draft a new version, which calls run from now on, and removes the draft. 409 when another version was published
     *     since the draft was begun, since the draft would undo it, unless `overwrite` is true. A request that is repeated after a
     *     lost answer makes no second version.
     */
    post: operations['publishAgentDraft'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agents/{agent_id}/canary': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    /**
     * The last canary of an agent
     * @description With the figures of both versions, and the evidence that the new one is worse. 404 before the first canary.
     */
    get: operations['getAgentCanary'];
    put?: never;
    /**
     * Have a share of the calls run a new version
     * @description Calls that are registered from now on run the draft of the agent, or the `version` that is named, with the probability
     *     `share_percent`; the others run what is published. A draft gets the number of a version, which is not published.
     *     Early hang-ups, failed calls, analyses, interruptions and latency of the two are compared while the calls arrive. A version that is
     *     worse is rolled back: with a probability of at most 5 % one that is not. Trials of drafts are not counted. Publishing another
     *     version ends the canary. 409 while the agent has a canary.
     */
    post: operations['startAgentCanary'];
    /**
     * End the canary of an agent
     * @description Conversations that have begun continue with the version that they run; later ones run what is published. 404 unless a
     *     canary is running.
     */
    delete: operations['abortAgentCanary'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agents/{agent_id}/canary/promote': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Publish the version of the canary
     * @description Publishes its configuration as a new version and ends the canary. The draft that it was started from is removed, unless it was
     *     changed since. 404 unless a canary is running; 409 when another version was published since it was started.
     */
    post: operations['promoteAgentCanary'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agents/{agent_id}/tools/{tool_name}/test': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
        /** @description The name by which the model calls a tool of the agent; that of an MCP server's tool starts with the server's name. */
        tool_name: string;
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run a tool of an agent once
     * @description Sends the request of the stored tool, as a call would: an action with side effects is carried out. A tool of an MCP
     *     server gets a session of its own, which ends with the test. Answers what the model would read, and the request with its secrets masked. A failure of the tool's server is a result with `ok`
     *     false, not an error. At most 4 run at the same time in an organisation, then 429.
     */
    post: operations['testAgentTool'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agents/{agent_id}/proposed-waits': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    /**
     * Learn waits from an agent's calls
     * @description Waits for `endpointing.waits` that fit the pauses of callers in the agent's latest calls: up to 300 calls with pauses
     *     among the latest 2,000 of the organisation. An answer into a pause counts as two seconds of waiting. A wait is proposed
     *     where 20 pauses show that it costs at least a tenth less, and where it does not cost more on the calls that are held out.
     *     Nothing is changed.
     */
    get: operations['proposeAgentWaits'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/mcp-servers/tools': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * List the tools of an MCP server
     * @description Opens a session at the server and lists its tools, so that a user can choose those that an agent may call: see
     *     `mcp_servers` of an agent's configuration. The rules for its address and secrets are the same. A failure of the
     *     server is a result with `ok` false, not an error. At most 4 run at the same time in an organisation, then 429.
     */
    post: operations['listMcpTools'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/phone-numbers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All numbers, newest first
     * @description Attached or not; a number belongs to one organisation at most.
     */
    get: operations['listPhoneNumbers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/phone-numbers/agent/{agent_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    /**
     * The number an agent answers
     * @description 404 when the agent has no number.
     */
    get: operations['getAgentPhoneNumber'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/phone-numbers/attach': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take a number, and let an agent answer it
     * @description The number must be in the organisation's account at the provider. Without `agent_id` it is only put into the
     *     inventory. With it, the number is linked to the agent's application at the provider as well; attaching again
     *     repairs a link that was lost. A number is held by one organisation only, and an agent has one number at most. The
     *     number of a deleted organisation passes to the one that attaches it. A refusal of the provider is answered with its
     *     own status.
     */
    post: operations['attachPhoneNumber'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/phone-numbers/detach': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Take a number from its agent
     * @description Unlinks it at the provider. The number stays in the inventory.
     */
    delete: operations['detachPhoneNumber'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/phone-numbers/providers/{provider}/inventory': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a registered provider. */
        provider: components['parameters']['Provider'];
      };
      cookie?: never;
    };
    /**
     * Numbers held at a provider
     * @description Asks the provider with the stored credentials. Numbers that are not attached here are among them.
     */
    get: operations['listProviderInventory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/outbound': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Call a number
     * @description The agent must be an active one of category `telephony`. The callee sees `from_number`, one of the
     *     organisation's numbers at the agent's provider, or else the agent's own. The number is dialled once or not at
     *     all: a refusal of the carrier is passed on with its own status; when the carrier does not answer, the call stays
     *     `initiated` until it is known what became of it. A carrier's account dials at the pace its carrier allows: the
     *     request waits two seconds at most for its turn, else it is 429.
     */
    post: operations['startOutboundCall'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/inbound': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Register a call that rings
     * @description For the media runtime. A call is registered once, however often it is asked for: the same `provider_call_sid`
     *     answers the same call, and `created` is true for the first request alone. The agent must be an active one of category `telephony`.
     */
    post: operations['registerInboundCall'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/web': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Register a call from a browser
     * @description Needed where the runtime takes tickets only (`WEB_CALLS=ticket`, its default unless it listens on a loopback
     *     address); elsewhere a client that connects to the media socket without one gets a call registered there. The
     *     agent must be an active one of category `websocket`. The `ticket` opens the media socket once, within a minute.
     */
    post: operations['registerWebCall'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/gaps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Questions without an answer, and wrong answers
     * @description Of the active organisation, from the newest 500 calls that have any: questions for which no passage was close, and
     *     answers that members marked as wrong. Questions that are alike are one group, the most
     *     frequent first. Trials of drafts are left out. For those who may listen to calls. They go with their call, and with
     *     its transcript.
     */
    get: operations['listGaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/{call_id}/answers/{answer_number}/mark': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
        /** @description The number of an answer in the call. */
        answer_number: string;
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Mark an answer as wrong
     * @description It appears in the list of gaps, with the note and the correct answer. A later mark replaces an earlier one. Marks go with
     *     the answers of their call.
     */
    put: operations['markAnswer'];
    post?: never;
    /**
     * Remove the mark of an answer
     * @description Without a mark nothing changes.
     */
    delete: operations['unmarkAnswer'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/{call_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    /**
     * One call
     * @description Its log. Recording and transcript have routes of their own.
     */
    get: operations['getCall'];
    put?: never;
    post?: never;
    /**
     * Delete a call
     * @description Needs an admin. Deletes the call log with its recording, transcript, metrics and tool calls. What its runtime has not
     *     delivered yet is deleted at the next delivery. A live call is 409, and so is one whose outcome its campaign has not
     *     counted yet. The contact of a campaign stays in the campaign. The call counts on in the quotas of its day and month.
     *     A deletion that failed can be repeated; after one that succeeded the call is 404.
     */
    delete: operations['deleteCall'];
    options?: never;
    head?: never;
    /**
     * Report how a call goes
     * @description Reports may come late, twice and out of order: a call only moves forward, its first end stays, and so does
     *     `answered`. After the end its URLs, a missing end time and a missing `error_message` may still arrive.
     *     `duration` follows from `end_time_utc` and is never supplied: it counts from `start_time_utc`, or from `created_at`
     *     for a call that completed without having been in progress. A call that a runtime runs ends now if a member ends it,
     *     whatever `end_time_utc` says.
     */
    patch: operations['updateCall'];
    trace?: never;
  };
  '/api/v1/calls/by-provider-sid/{provider_call_sid}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the call at its telephony provider. */
        provider_call_sid: string;
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Report how a call goes, by its carrier's id
     * @description The same as by `call_id`, for who knows the call by its carrier's id only.
     */
    patch: operations['updateCallByProviderSid'];
    trace?: never;
  };
  '/api/v1/calls/{call_id}/lease': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Carry a call
     * @description For the media runtime. Claims the call for the process that is about to run it and moves it to `in_progress`.
     *     The claim lasts until `until` unless it is renewed. 409: the call is over, or another process runs it. 429:
     *     its slot was released in the meantime, and no other one is free.
     */
    put: operations['claimCall'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/internal/leases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Renew call claims
     * @description For the media runtime. Renews the claims of a process, of any organisations, and returns those it has lost: calls
     *     that are over or run by another process. A process that renews nothing for 45 seconds has lost all of them.
     */
    post: operations['renewCalls'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/internal/ringing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count the calls that still ring
     * @description For the media runtime, which waits for them before it ends: telephone calls of any organisation that no process
     *     runs yet and that were registered until a moment. At most 500 are counted.
     */
    get: operations['countRingingCalls'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/internal/losses': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Report that a call was lost
     * @description For the media runtime, which finds what a process left behind that was killed. The call is settled now instead
     *     of when its lease runs out: it is hung up, has failed, and ends when it was heard of for the last time, which is
     *     `heard_at` unless its lease was renewed later. One that has ended in another way stays as it ended, and only its
     *     `error_message` says what became of its runtime.
     */
    post: operations['reportLostCall'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/org/{org_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    /**
     * The calls of an organisation
     * @description For its members, whichever is their active organisation. Newest first. With `analysis`, `success` or `field` only
     *     calls whose analysis was requested are listed; `field` searches the newest 5,000 of them, and so do `campaign_id`,
     *     `call_type`, `standing` and `number` together with one of the three.
     */
    get: operations['listOrganisationCalls'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/org/{org_id}/export': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    /**
     * Calls of an organisation with their outcomes, as CSV
     * @description The calls that the list of calls would have on all its pages, newest first, with status, success, reason and summary
     *     of their analyses, and a column `fields.…` for each of up to 200 fields that the wanted agents extract at present;
     *     `other_fields` has the others as JSON. What a spreadsheet would run as a formula has an apostrophe before it, also
     *     inside a cell after a semicolon, a tab or a line break. The analyses of the calls have the exact values.
     */
    get: operations['exportCalls'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/org/{org_id}/outcomes': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    /**
     * How the analysed calls of an organisation turned out
     * @description For its members, whichever is their active organisation. Trials of drafts are not counted.
     */
    get: operations['getCallOutcomes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/org/{org_id}/analytics': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    /**
     * What an organisation's calls add up to
     * @description Of all time, for its members, whichever is their active organisation. A call is connected when its
     *     `call_response` is `answered`, and failed when it ended in any other way. Anonymous calls whose caller has said
     *     and typed nothing are counted apart, and trials of drafts are not counted.
     */
    get: operations['getCallAnalytics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/{call_id}/recording': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    /**
     * The recording of a call
     * @description Stereo, the caller left and the agent right. Takes a `Range` of bytes.
     */
    get: operations['getRecording'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/{call_id}/transcript': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    /**
     * The transcript of a call
     * @description One line per utterance. Takes a `Range` of bytes.
     */
    get: operations['getTranscript'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/{call_id}/inputs': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    /**
     * The inputs of a call's conversation
     * @description What the conversation was given, one JSON object per line, with the names and a digest of what it did: the settings
     *     first, then each input with its time, then how the log ends. `npm run replay` reads it. It is stored and removed
     *     with the transcript; of agents with `redaction` there is none. Takes a `Range` of bytes.
     */
    get: operations['getCallInputs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/{call_id}/scenario': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    /**
     * A call as a scenario
     * @description A file for `npm run scenario`: the caller's words, what the agent must do, and the inputs of the conversation, which
     *     are played on the policy where no agent runs.
     */
    get: operations['getCallScenario'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/{call_id}/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    /**
     * How fast a call was
     * @description Written once, when the call ends, with four averages computed for the answer.
     */
    get: operations['getCallMetrics'];
    /**
     * Store a call's metrics, once
     * @description A second write changes nothing and answers what is stored.
     */
    put: operations['putCallMetrics'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/{call_id}/cost': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    /**
     * What a call cost
     * @description The usage of its vendors at the prices of the moment it was recorded, once the conversation has ended; later prices
     *     do not change it. Usage without a price is listed with `amount` null and is not part of the sum.
     */
    get: operations['getCallCost'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/costs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What calls cost, by month, agent, campaign or vendor
     * @description Sums over the calls of the active organisation that were registered in these UTC months. A call is in them seconds
     *     after its cost is recorded, and stays in them when it is deleted. Usage without a price adds nothing to an amount:
     *     `unpriced_calls` above 0 says that the amount is incomplete. Months come in their order, other groups by their
     *     amount, the largest first.
     */
    get: operations['listCosts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organisations/{org_id}/budget': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    /**
     * The budget of an organisation, and what is spent of it
     * @description For its members, whichever is their active organisation. Without a budget, `amount` is null.
     */
    get: operations['getBudget'];
    /**
     * Set the budget of the active organisation
     * @description Needs an admin. The amount is in the currency of the price table and is for each UTC calendar month. At each threshold
     *     the admins get one mail in a month, and event endpoints the event `budget.threshold_reached`. With `hard_stop`, no new call starts once the amount is spent: outbound calls and
     *     calls in a browser get 429, inbound calls are refused, campaigns pause with the reason. Running calls continue, and what
     *     they cost is spent beyond the amount. It is in force with the answer.
     */
    put: operations['setBudget'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/analysis-runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The runs that analyse old calls
     * @description Of the active organisation, newest first.
     */
    get: operations['listAnalysisRuns'];
    put?: never;
    /**
     * Analyse old calls
     * @description Analyses calls that have ended and have a transcript, oldest first, with the present configurations of their agents;
     *     calls of agents without an `analysis` section are left out. The run continues after a restart. At most 20 of its
     *     calls wait at a time, so that calls that have just ended are analysed soon. 409 while the organisation has another run
     *     in progress. Limited to 60 requests a minute per client address.
     */
    post: operations['startAnalysisRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/analysis-runs/{run_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of analyses. */
        run_id: components['parameters']['RunId'];
      };
      cookie?: never;
    };
    /**
     * A run and how far it is
     * @description Of the active organisation.
     */
    get: operations['getAnalysisRun'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/analysis-runs/{run_id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of analyses. */
        run_id: components['parameters']['RunId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a run
     * @description Calls that it has requested already are analysed all the same. A run that is over stays as it is.
     */
    post: operations['cancelAnalysisRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/rehearsal-suites': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The suites of simulated callers
     * @description Of the active organisation, by title.
     */
    get: operations['listRehearsalSuites'];
    put?: never;
    /**
     * Store a suite
     * @description A suite as `npm run rehearse` takes it. What is wrong with its text is answered with 422, each problem on a line that begins
     *     with its place: `line 12: personas.ada.temper …`. Its regular expressions must be of the kind that is matched in
     *     bounded time, without look-around and back references. An organisation has at most 100 suites.
     */
    post: operations['createRehearsalSuite'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/rehearsal-suites/{suite_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a suite of rehearsals. */
        suite_id: components['parameters']['SuiteId'];
      };
      cookie?: never;
    };
    /**
     * A suite with its text
     * @description Of the active organisation.
     */
    get: operations['getRehearsalSuite'];
    /**
     * Replace a suite
     * @description Its runs stay, and keep the text that they were started with.
     */
    put: operations['replaceRehearsalSuite'];
    post?: never;
    /**
     * Delete a suite
     * @description With its runs and their recordings. Needs the role `admin` or `super_admin`. 400 while one of its runs is queued or running.
     */
    delete: operations['deleteRehearsalSuite'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/rehearsal-suites/{suite_id}/runs': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a suite of rehearsals. */
        suite_id: components['parameters']['SuiteId'];
      };
      cookie?: never;
    };
    /**
     * The runs of a suite
     * @description Newest first. The newest 50 that are over are kept.
     */
    get: operations['listRehearsalRuns'];
    put?: never;
    /**
     * Hold the conversations of a suite
     * @description Without audio and in the background, with the credentials of the organisation for the models of agent, callers and judges.
     *     The suite answers all tools: 422 names those that it does not answer. A suite with `live` or `server` is held by the
     *     command only. An organisation has at most 20 runs that are queued or running. Limited to 60 requests a minute per
     *     client address.
     */
    post: operations['startRehearsalRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/rehearsal-suites/{suite_id}/published-runs': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a suite of rehearsals. */
        suite_id: components['parameters']['SuiteId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Publish a run that was held elsewhere
     * @description The run is `running` until `POST /rehearsal-runs/{run_id}/finish`. It fails after an hour without a request. Like the start of
     *     a run, it is refused while the hard stop of the budget is in force (429) and while the storage is full (413).
     */
    post: operations['publishRehearsalRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/rehearsal-runs/{run_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of a suite. */
        run_id: components['parameters']['RehearsalRunId'];
      };
      cookie?: never;
    };
    /**
     * A run and how far it is
     * @description Of the active organisation.
     */
    get: operations['getRehearsalRun'];
    put?: never;
    post?: never;
    /**
     * Delete a run
     * @description With its conversations and recordings. Needs the role `admin` or `super_admin`. 400 while it is queued or running: cancel it first.
     */
    delete: operations['deleteRehearsalRun'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/rehearsal-runs/{run_id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of a suite. */
        run_id: components['parameters']['RehearsalRunId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a run
     * @description The conversations that it has held stay. A run that is over stays as it is.
     */
    post: operations['cancelRehearsalRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/rehearsal-runs/{run_id}/finish': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of a suite. */
        run_id: components['parameters']['RehearsalRunId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End a run that is published
     * @description Its conversations are summed up and compared. 400 unless it is being published.
     */
    post: operations['finishRehearsalRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/rehearsal-runs/{run_id}/conversations': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of a suite. */
        run_id: components['parameters']['RehearsalRunId'];
      };
      cookie?: never;
    };
    /**
     * The conversations of a run
     * @description Those that are over, in the order of the suite. `a7` and `b7` are the same conversation with the same seed, held with both
     *     sides of a comparison.
     */
    get: operations['listRehearsalConversations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/rehearsal-runs/{run_id}/conversations/{conversation_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of a suite. */
        run_id: components['parameters']['RehearsalRunId'];
        /** @description The side of a comparison, `a` or `b`, and the place in the suite from 1: `a7`. */
        conversation_id: components['parameters']['RehearsalConversationId'];
      };
      cookie?: never;
    };
    /**
     * A conversation of a run
     * @description With its captions, its checks and judgements, and the calls of tools.
     */
    get: operations['getRehearsalConversation'];
    /**
     * Publish a conversation of a run
     * @description The first one that is published for a place counts. 400 unless the run is being published, 413 when it does not fit the quota
     *     `storage`.
     */
    put: operations['publishRehearsalConversation'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/rehearsal-runs/{run_id}/conversations/{conversation_id}/recording': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of a suite. */
        run_id: components['parameters']['RehearsalRunId'];
        /** @description The side of a comparison, `a` or `b`, and the place in the suite from 1: `a7`. */
        conversation_id: components['parameters']['RehearsalConversationId'];
      };
      cookie?: never;
    };
    /**
     * The recording of a conversation of a run
     * @description Stereo, the caller left and the agent right. Takes a `Range` of bytes. 404 without audio.
     */
    get: operations['getRehearsalRecording'];
    /**
     * Publish the recording of a conversation of a run
     * @description After the conversation. A WAV file of PCM with 16 bits, one or two channels (the caller left and the agent right) and 8,000 to
     *     48,000 Hz, whose times are those of the captions. It is smaller than 104,857,600 bytes, which are 27 minutes in stereo at
     *     16,000 Hz; otherwise 413, as when it does not fit the quotas `uploads` and `storage`. At most 4,096 bytes may follow its
     *     samples. The first one that is stored counts. 400 unless the run is being published, and 503 while eight recordings of the
     *     organisation are being received. It is removed with the run, and `recordings_days` or `calls_days` after the run was begun.
     */
    put: operations['publishRehearsalRecording'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/{call_id}/analysis': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    /**
     * What was found out about a call
     * @description Summary, success and fields, as the `analysis` section of its agent asks for them. 404 when the call was not
     *     analysed: it has not ended, it has no transcript, or its agent had no such section at its end.
     */
    get: operations['getCallAnalysis'];
    put?: never;
    /**
     * Analyse a call, again or for the first time
     * @description With the present configuration of its agent. An earlier result stays until the new one replaces it. A pending
     *     analysis is not repeated. 400 when the call has not ended, has no transcript, or its agent has no `analysis`
     *     section. Limited to 60 requests a minute per client address.
     */
    post: operations['requestCallAnalysis'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/upload': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload a contact list
     * @description A CSV file in UTF-8 whose first line has a `phone_number` column; every other column becomes a variable of its
     *     contact. Numbers are E.164, spaces and dashes aside; rows without a number are skipped, and no number may appear
     *     twice. The file is looked through before it is stored.
     */
    post: operations['uploadContacts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a campaign
     * @description The agent must be of category `telephony` and have a number. Nothing is dialled before the start.
     */
    post: operations['createCampaign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All campaigns, newest first
     * @description Of the active organisation.
     */
    get: operations['listCampaigns'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/internal/call-status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Report that a call is over
     * @description The end of the call as the process that ran it reports it. Without `call_response` the value on the call log counts. Reports
     *     may come late and more than once.
     */
    post: operations['reportCallStatus'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    /**
     * One campaign
     * @description With its settings and counts.
     */
    get: operations['getCampaign'];
    put?: never;
    post?: never;
    /**
     * Delete a campaign
     * @description Removes the campaign and what it has queued. The logs of its calls stay. Needs an admin.
     */
    delete: operations['deleteCampaign'];
    options?: never;
    head?: never;
    /**
     * Change a campaign
     * @description What is given changes, also while the campaign runs; nested settings are merged into those there are.
     */
    patch: operations['updateCampaign'];
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}/preview': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What a campaign would do
     * @description Judges every contact that is still to be dialled by the rules that the dial is decided by, and plays the campaign in
     *     model time. Nothing is written, counted or dialled. Contacts that settings or lists refuse or defer later are not
     *     known now. 400 when it takes longer than 25 seconds: ask for a smaller sample then. Limited to 20 requests a minute per client
     *     address, and to 2 at the same time for an organisation.
     */
    post: operations['previewCampaign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}/rehearsal': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run a campaign on simulated callees
     * @description Runs a campaign that is not started from its start to its end, with the engine that would dial it, in virtual time and
     *     with callees drawn from a population. It has stores of its own in memory: nothing of the organisation is written, counted
     *     or dialled, and nothing leaves the machine. The answer has the preview of the same contacts beside it, with the calls that
     *     the population makes. 400 when it takes longer than 25 seconds: rehearse a smaller sample then. Limited to 10 requests a
     *     minute per client address, and to one at a time for an organisation. 429 also while four of other organisations run or wait.
     */
    post: operations['rehearseCampaign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}/start': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start a campaign
     * @description Contacts are queued and dialled from now on. Legal once, before anything else.
     */
    post: operations['startCampaign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pause a campaign
     * @description Nothing is dialled after the response. Live calls continue.
     */
    post: operations['pauseCampaign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resume a campaign
     * @description Continues where it was paused, with a reset circuit breaker.
     */
    post: operations['resumeCampaign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}/runs': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    /**
     * The calls of a campaign, newest first
     * @description Call logs, not queued runs: a contact that was never dialled has none.
     */
    get: operations['listCampaignRuns'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}/progress': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    /**
     * How far a campaign has come
     * @description Counts contacts, not calls.
     */
    get: operations['getCampaignProgress'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}/comparison': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    /**
     * How the variants of a campaign did, with confidence intervals
     * @description Compares the contacts of the list that were dialled, by the agent that called them: how they ended, what the analyses of
     *     their conversations found, and how long these took. Each contact counts once, because its dials are not independent;
     *     callbacks are left out. Intervals have a confidence of 95 %: Wilson's for shares, Newcombe's for their differences from the
     *     first variant, and those of Student and Welch for means. A campaign without variants has one: its agent. Of a longer list,
     *     the first 100,000 contacts are compared.
     */
    get: operations['compareVariants'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}/redial': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a campaign over the contacts that were not reached
     * @description The child has the agent, pace, retries and caller ID of its parent, and is not started yet.
     */
    post: operations['redialCampaign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}/source-download-url': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    /**
     * Where the contact list can be downloaded for a while
     * @description The link ends after a few minutes.
     */
    get: operations['getContactsUrl'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}/refusals': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    /**
     * Contacts of a campaign that were not dialled
     * @description In the order of the list, each with the reason and its evidence when the dial was due: the entry of the suppression list,
     *     the consent in the contact list, or the time zones. A refused contact is final: it counts in `processed_rows`,
     *     `failed_rows` and `refused_rows`.
     */
    get: operations['listCampaignRefusals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}/deferrals': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    /**
     * Contacts of a campaign that may be dialled only later
     * @description In the order of the list, each with the reason and the time when it may be dialled. They are queued, and dialled
     *     then; nothing needs to be done.
     */
    get: operations['listCampaignDeferrals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}/caller-ids': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    /**
     * The numbers that a campaign calls from
     * @description Those of its `caller_id_pool`, in that order, and then others that it called from before. Each with its calls in this
     *     campaign and, while it rests, until when and why. Without a pool there are none.
     */
    get: operations['listCampaignCallerIds'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}/decisions': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    /**
     * What was decided about contacts of a campaign that answered
     * @description In the order of the list and of attempts, each with the reason and the time of the next dial, if there is one. There is
     *     one for each answered call that could be followed by another dial, where the analysis decides or the person hung up early.
     */
    get: operations['listCampaignDecisions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/campaign/{campaign_id}/report': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    /**
     * The calls of a campaign as a table
     * @description The newest 500 calls at most. After them, within the 500 lines, stand contacts that were refused, without a `call_id`, with
     *     the status `refused` and the reason as `call_response`. Nothing in it is run by a spreadsheet.
     */
    get: operations['getCampaignReport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/dial-caps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How often the organisation dials a number at most
     * @description Null, the default, stands for no limit.
     */
    get: operations['getDialCaps'];
    /**
     * Set how often the organisation dials a number at most
     * @description Needs the role `admin` or `super_admin`. For all campaigns and outbound calls of the organisation together. A contact
     *     whose number has reached a cap waits until it may be dialled again; an outbound call is answered with 429. While a
     *     campaign runs, the answer comes after about a second, when dials that were decided before can no longer be sent.
     */
    put: operations['setDialCaps'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/suppressions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The suppression list of the organisation
     * @description Newest first.
     */
    get: operations['listSuppressions'];
    put?: never;
    /**
     * Add a number to the suppression list
     * @description Outbound calls to it are refused, and campaigns skip it, those that are running and those that hold it already. While a
     *     campaign runs, the answer takes a second, until dials decided earlier can no longer be sent: no campaign dials the number
     *     after it. A number that is listed stays as it is. At most 1,000,000 numbers.
     */
    post: operations['addSuppression'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/suppressions/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add the numbers of a CSV file to the suppression list
     * @description A CSV file in UTF-8 whose first line has a `phone_number` column and may have a `reason` column; other columns are
     *     ignored. Every row is checked before the first is added. Numbers that are listed stay as they are. The answer comes when
     *     no campaign dials one of the numbers any more.
     */
    post: operations['importSuppressions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/suppressions/{phone_number}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A number in E.164. */
        phone_number: string;
      };
      cookie?: never;
    };
    /**
     * The suppression of a number
     * @description 404 when the number is not on the list.
     */
    get: operations['getSuppression'];
    put?: never;
    post?: never;
    /**
     * Remove a number from the suppression list
     * @description Needs the role `admin` or `super_admin`. It may be called again. Contacts that campaigns have refused stay refused.
     */
    delete: operations['removeSuppression'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/calls/{call_id}/callback': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Call the person on a call back
     * @description Schedules a dial in `in_minutes`, or on a `day` at a `time` of the person's zone. The campaign of the call makes it, within
     *     its hours, holidays, caps, consent and the suppression list; a call outside campaigns gets a campaign of its agent. The new
     *     call has the variables of the contact, and `callback_at`, `callback_note`, `earlier_call_at`, `earlier_summary`,
     *     `earlier_transcript` (its end) and `earlier_` with the name of each field of the analysis. 201 also when the callback of the
     *     call was moved: one waits at a time. 409: it is being made, or has just been refused. 422: the time is not clear in the zones of the number, does not
     *     exist, has passed, is more than 30 days ahead or is outside the hours of the campaign; the message says which time is next.
     */
    post: operations['scheduleCallback'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/callbacks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The callbacks of the organisation
     * @description Those that wait or are being made, soonest first; with `upcoming=false` all, the latest time first.
     */
    get: operations['listCallbacks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/callbacks/{callback_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the callback. */
        callback_id: string;
      };
      cookie?: never;
    };
    /**
     * One callback
     * @description Its state and outcome.
     */
    get: operations['getCallback'];
    put?: never;
    post?: never;
    /**
     * Cancel a callback
     * @description Once it is answered, the callback is not dialled, nor retried. 409 while it is being made and afterwards.
     */
    delete: operations['cancelCallback'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/rag/retrieve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Find the passages that fit a question best
     * @description For the media runtime. Only documents of the organisation that are `ready` are looked at; without `document_ids`,
     *     all of them. Each is asked in the space of the model it was embedded with.
     */
    post: operations['retrieveChunks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/knowledge': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The documents of the organisation
     * @description All of them, the newest first.
     */
    get: operations['listDocuments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/knowledge/upload': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload a document
     * @description A PDF with text in it, a Word document (.docx), an HTML page, Markdown, plain text, or a CSV file: one with the columns
     *     `question` and `answer`, or any other table. The end of the file name says which. It is `processing` at first; the
     *     list of documents shows when it is `ready`, or `failed` and why. Only documents that are ready can be named by an agent.
     */
    post: operations['uploadDocument'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/knowledge/pages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add a web page
     * @description A page at a public address becomes a document, like an uploaded file: HTML, PDF, Word (.docx), text, Markdown or CSV. It is
     *     fetched in the background, if the robots.txt of its site allows that, and checked again once a day or a week. Content
     *     that has not changed is not embedded again. `web_page` in the list of documents says when it was checked, and why that failed.
     */
    post: operations['addWebPage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/knowledge/sitemaps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add the pages of a sitemap
     * @description A sitemap, also an index of sitemaps or a compressed one, becomes a document, and so does each page of its host that it lists below
     *     the path prefix. Pages that it lists later are added, and those that it lists no longer are removed. An agent that names the
     *     sitemap among its documents uses all its pages. Deleting it deletes them.
     */
    post: operations['addSitemap'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/knowledge/{document_id}/refresh': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a document. */
        document_id: components['parameters']['DocumentId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check a web page now
     * @description Fetches it in the background. Its present content is searched until there is another. An uploaded file is 400.
     */
    post: operations['refreshDocument'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/knowledge/ask': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try what agents would be given for a question
     * @description The passages that fit the question best, of documents of the organisation that are `ready`; without `document_ids`,
     *     of all of them.
     *     At most 60 questions a minute per client address, then 429.
     */
    post: operations['askKnowledge'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/knowledge/{document_id}/preview': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a document. */
        document_id: components['parameters']['DocumentId'];
      };
      cookie?: never;
    };
    /**
     * The file of a document
     * @description As it was uploaded. Takes a `Range` of bytes. A PDF is for showing, all others are for saving; an HTML page is sent as
     *     plain text, so that it never runs.
     */
    get: operations['previewDocument'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/knowledge/{document_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a document. */
        document_id: components['parameters']['DocumentId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a document
     * @description Removes its metadata, vectors and words. The file stays in the object store. Agents that name the document stay
     *     valid and answer without it.
     */
    delete: operations['deleteDocument'];
    options?: never;
    head?: never;
    /**
     * Change how often a web page is checked
     * @description An uploaded file is 400.
     */
    patch: operations['updateDocument'];
    trace?: never;
  };
  '/api/v1/downloads/{token}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The last part of the `download_url`. */
        token: string;
      };
      cookie?: never;
    };
    /**
     * A stored file, by its link
     * @description Serves a `download_url` where the object store has no server of its own. The link is signed, ends after a few
     *     minutes and is the only permission that is needed. Takes a `Range` of bytes.
     */
    get: operations['downloadObject'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  'call.started': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A call was connected
     * @description Sent to event endpoints that select the type. Any status 2xx within 15 seconds accepts it.
     */
    post: operations['onCallStarted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'call.ended': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A call ended
     * @description Sent to event endpoints that select the type. Any status 2xx within 15 seconds accepts it.
     */
    post: operations['onCallEnded'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'call.recording_ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The recording of a call can be fetched
     * @description Sent to event endpoints that select the type. Any status 2xx within 15 seconds accepts it.
     */
    post: operations['onCallRecordingReady'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'call.analysed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The analysis of a call is done or has failed
     * @description Sent to event endpoints that select the type. Any status 2xx within 15 seconds accepts it.
     */
    post: operations['onCallAnalysed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'tool.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A tool of an agent failed
     * @description Sent to event endpoints that select the type. Any status 2xx within 15 seconds accepts it.
     */
    post: operations['onToolFailed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'campaign.state_changed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The state of a campaign changed
     * @description Sent to event endpoints that select the type. Any status 2xx within 15 seconds accepts it.
     */
    post: operations['onCampaignStateChanged'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'campaign.breaker_changed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The circuit breaker of a campaign tripped or closed
     * @description Sent to event endpoints that select the type. Any status 2xx within 15 seconds accepts it.
     */
    post: operations['onCampaignBreakerChanged'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'budget.threshold_reached': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A threshold of the budget was reached
     * @description Sent to event endpoints that select the type. Any status 2xx within 15 seconds accepts it.
     */
    post: operations['onBudgetThresholdReached'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'campaign.contact_finished': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A contact of a campaign is not called again
     * @description Sent to event endpoints that select the type. Any status 2xx within 15 seconds accepts it.
     */
    post: operations['onCampaignContactFinished'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'agent.updated': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A field of an agent changed
     * @description Sent to event endpoints that select the type. Any status 2xx within 15 seconds accepts it.
     */
    post: operations['onAgentUpdated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'agent.canary_rolled_back': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A new version of an agent was worse and was rolled back
     * @description Sent to event endpoints that select the type. Any status 2xx within 15 seconds accepts it.
     */
    post: operations['onAgentCanaryRolledBack'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'endpoint.test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A test event
     * @description Sent on request, by `POST /event-endpoints/{endpoint_id}/test`. Any status 2xx within 15 seconds accepts it.
     */
    post: operations['onEndpointTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /** @description Why a request was not carried out. */
    Problem: {
      detail: string | components['schemas']['ValidationProblem'][];
    };
    /** @description One thing that is wrong with the shape of a request. */
    ValidationProblem: {
      loc: (string | number)[];
      msg: string;
      type: string;
    };
    /**
     * Format: date-time
     * @description RFC 3339; without a zone it is UTC.
     * @example 2026-01-31T09:30:00.000Z
     */
    MomentInput: string;
    /**
     * @description What a member may do, the weakest first.
     * @enum {unknown}
     */
    Role: 'member' | 'admin' | 'super_admin';
    /**
     * @description What was done or attempted.
     * @enum {unknown}
     */
    AuditAction:
      | 'account.log_in'
      | 'account.single_sign_on'
      | 'account.forgot_password'
      | 'account.reset_password'
      | 'account.log_out_everywhere'
      | 'api_key.create'
      | 'api_key.delete'
      | 'sso_connection.create'
      | 'sso_connection.verify'
      | 'sso_connection.lose_domain'
      | 'sso_connection.delete'
      | 'bot_token.issue'
      | 'call.delete'
      | 'member.invite'
      | 'member.promote'
      | 'member.remove'
      | 'organisation.delete'
      | 'organisation.erase'
      | 'credential.store'
      | 'credential.allow_hosts'
      | 'credential.delete'
      | 'tool_secret.store'
      | 'tool_secret.delete'
      | 'event_endpoint.create'
      | 'event_endpoint.update'
      | 'event_endpoint.delete'
      | 'event_endpoint.rotate_secret'
      | 'agent.create'
      | 'agent.update'
      | 'agent.delete'
      | 'agent.save_draft'
      | 'agent.discard_draft'
      | 'agent.publish_draft'
      | 'agent.restore_version'
      | 'agent.start_canary'
      | 'agent.abort_canary'
      | 'agent.promote_canary'
      | 'agent.roll_back_canary'
      | 'agent.test_tool'
      | 'mcp_server.list_tools'
      | 'rehearsal_suite.create'
      | 'rehearsal_suite.update'
      | 'rehearsal_suite.delete'
      | 'rehearsal_run.start'
      | 'rehearsal_run.publish'
      | 'rehearsal_run.add_recording'
      | 'rehearsal_run.cancel'
      | 'rehearsal_run.delete'
      | 'contact_list.upload'
      | 'campaign.create'
      | 'campaign.update'
      | 'campaign.start'
      | 'campaign.pause'
      | 'campaign.resume'
      | 'campaign.redial'
      | 'campaign.delete'
      | 'suppression.add'
      | 'suppression.import'
      | 'suppression.remove'
      | 'dial_caps.update'
      | 'document.upload'
      | 'document.add'
      | 'document.update'
      | 'document.refresh'
      | 'document.delete'
      | 'phone_number.attach'
      | 'phone_number.detach'
      | 'retention.update'
      | 'budget.update'
      | 'erasure.request';
    /** @description One entry of the audit trail. */
    AuditEvent: {
      event_id: string;
      org_id: string;
      /**
       * @description The address of the account that asked; `bot@internal.invalid` is a service of the platform. Null where another
       *     organisation caused it.
       */
      actor: string | null;
      action: components['schemas']['AuditAction'];
      /** @description What it was done to; the first word of the action. */
      target_kind: string;
      /** @description Which one: an id, a provider, a number or an address. */
      target_id: string | null;
      /**
       * @description `refused`: nothing was done. `unfinished`: it is in progress, or it failed and may have been done in part or
       *     completely.
       * @enum {unknown}
       */
      outcome: 'done' | 'refused' | 'unfinished';
      /** @description The network address of the client, as far as proxies are trusted. */
      address: string | null;
      /** @description The `X-Request-Id` of the answer. */
      request_id: string;
      /** Format: date-time */
      created_at: string;
    };
    /**
     * @description Compared without regard to case.
     * @example ada@example.com
     */
    EmailAddress: string;
    /** @description A new password. */
    NewPassword: string;
    /** @description A user who belongs to an organisation. */
    Member: {
      email: string;
      role: components['schemas']['Role'];
      /** Format: date-time */
      created_at: string;
      confirmed: components['schemas']['Confirmed'];
      pending: components['schemas']['Pending'];
    };
    /**
     * @description The owner of the address has set a password with a mailed link, so the account is theirs. Accounts from before this
     *     was recorded are `true`.
     */
    Confirmed: boolean;
    /** @description The membership cannot be used until the account is confirmed. */
    Pending: boolean;
    /** @description An organisation, and the role of the user in it. */
    OrganisationOfUser: {
      org_id: string;
      name: string;
      role: components['schemas']['Role'];
    };
    /** @description A token, and what it is good for. */
    UserLoginResponse: {
      /** @constant */
      status: 'success';
      message: string;
      access_token: string;
      /** @constant */
      token_type: 'bearer';
      /** @description The active organisation; null for a user who belongs nowhere any more. */
      org_id: string | null;
      role: components['schemas']['Role'];
      organisations: components['schemas']['OrganisationOfUser'][];
      is_first_login: boolean;
    };
    /** @description An account, seen from the active organisation. */
    UserResponse: {
      email: string;
      /** Format: date-time */
      created_at: string;
      default_org_id: string;
      /** Format: date-time */
      last_logged_in_at: string | null;
      org_id: string;
      role: components['schemas']['Role'];
      organisation_name: string;
      organisations: components['schemas']['OrganisationOfUser'][];
    };
    /** @description A registered provider. */
    ProviderEntry: {
      provider: string;
      name: string;
      /** @enum {unknown} */
      provider_type: 'cloud' | 'adapter' | 'local';
      authenticated: boolean;
    };
    /** @description What a provider can be told in an agent’s configuration. */
    ProviderSetting: {
      provider: string;
      name: string;
      /** @enum {unknown} */
      provider_type: 'cloud' | 'adapter' | 'local';
      authenticated: boolean;
      description: string;
      required: string[];
      secrets: string[];
      fields: {
        [key: string]: components['schemas']['ProviderField'];
      };
      /** @description Model id to what it can do, for speech providers. */
      capabilities?: {
        [key: string]: components['schemas']['ModelCapabilities'];
      };
    };
    /** @description One field of a provider. */
    ProviderField: {
      /** @enum {unknown} */
      type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
      default?: unknown;
      minimum?: number;
      maximum?: number;
      secret?: boolean;
      examples?: unknown[];
      multiline?: boolean;
      model_options?: {
        [key: string]: string[];
      };
      language_codes?: {
        [key: string]: string;
      };
      docs_url?: string;
      description?: string;
      /**
       * @description The text is a URL.
       * @enum {unknown}
       */
      format?: 'uri';
      /** @description What an entry of an array is like. */
      items?: {
        [key: string]: unknown;
      };
      /** @enum {unknown} */
      input_mode?: 'options' | 'both' | 'input';
    };
    /** @description Which credentials a provider takes. */
    AuthCatalogueEntry: {
      provider: string;
      name: string;
      /** @enum {unknown} */
      provider_type: 'cloud' | 'adapter' | 'local';
      authenticated: boolean;
      kinds: ('stt' | 'tts' | 'llm' | 'telephony')[];
      required: string[];
      secrets: string[];
      fields: {
        [key: string]: components['schemas']['ProviderField'];
      };
      /** @description The vendor's hosts. The credentials are sent to these and to allowed hosts only. A `*` is one label. */
      hosts?: string[];
    };
    /** @description The stored credentials of a provider. */
    ProviderAuthResponse: {
      org_id: string;
      provider: string;
      /** @description The credentials by field, masked for callers who may not read them. */
      auth: {
        [key: string]: unknown;
      };
      /** @description Hosts besides the vendor's own that the credentials may be sent to. */
      allowed_hosts?: string[];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /**
     * @description An action that an API key may take. Some end in `.read` or `.write`; all follow the permissions of roles.
     * @enum {string}
     */
    ApiKeyScope:
      | 'agents.list'
      | 'agents.read'
      | 'agents.write'
      | 'agents.delete'
      | 'calls.list'
      | 'calls.read'
      | 'calls.listen'
      | 'calls.analyse'
      | 'calls.dial'
      | 'calls.web'
      | 'calls.write'
      | 'calls.delete'
      | 'costs.read'
      | 'budgets.write'
      | 'campaigns.read'
      | 'campaigns.write'
      | 'campaigns.delete'
      | 'callbacks.write'
      | 'catalogue.read'
      | 'events.read'
      | 'events.write'
      | 'knowledge.read'
      | 'knowledge.write'
      | 'numbers.read'
      | 'numbers.write'
      | 'rehearsals.read'
      | 'rehearsals.write'
      | 'rehearsals.delete'
      | 'members.read'
      | 'organisation.read'
      | 'erasures.read'
      | 'erasures.write'
      | 'retention.write'
      | 'audit.read'
      | 'credentials.read'
      | 'credentials.write';
    /** @description An API key without the key itself. */
    ApiKeyResponse: {
      key_id: string;
      name: string;
      /** @description The last four characters of the key. */
      hint: string;
      scopes: components['schemas']['ApiKeyScope'][];
      /** @description The address of the user who created it. */
      created_by: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      expires_at: string | null;
      /**
       * Format: date-time
       * @description Exact to a minute. Null until it is used.
       */
      last_used_at: string | null;
    };
    /** @description A connection to an OpenID provider, without its client secret. */
    SsoConnectionResponse: {
      connection_id: string;
      issuer: string;
      client_id: string;
      /** @description The e-mail domain, in lower case. */
      domain: string;
      /**
       * @description The redirect URI to register at the provider.
       * @example https://voice.example.com/sso/acme.example
       */
      redirect_uri: string;
      /** @description The DNS record that proves who owns the domain. It stays published. */
      txt_record: {
        /** @example _voice-platform-challenge.acme.example */
        name: string;
        value: string;
      };
      /**
       * Format: date-time
       * @description Null until the domain is verified, and again when another organisation has proven that it owns it now.
       */
      verified_at: string | null;
      /** @description The address of the user who created it. */
      created_by: string;
      /** Format: date-time */
      created_at: string;
    };
    /** @description A new API key. */
    NewApiKeyResponse: {
      key_id: string;
      name: string;
      /** @description The last four characters of the key. */
      hint: string;
      scopes: components['schemas']['ApiKeyScope'][];
      /** @description The address of the user who created it. */
      created_by: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      expires_at: string | null;
      /**
       * Format: date-time
       * @description Exact to a minute. Null until it is used.
       */
      last_used_at: string | null;
      /** @description The key. It is not stored and cannot be shown again. */
      key: string;
    };
    /**
     * @description What happened. `call.started`: a call was connected. `call.ended`: its status became final. `call.recording_ready`: its
     *     recording can be fetched. `call.analysed`: its analysis is done or has failed. `tool.failed`: a tool of the agent
     *     failed, or its result is unknown.
     *     `campaign.state_changed`: a campaign was started, paused, resumed or completed, or it failed.
     *     `campaign.breaker_changed`: the circuit breaker of a campaign that probes instead of pausing tripped, tripped again because
     *     a probe failed, or closed.
     *     `campaign.contact_finished`: a contact is not called again. `agent.updated`: a field of an agent changed.
     *     `agent.canary_rolled_back`: a new version of an agent was worse, and calls do not run it any more.
     *     `budget.threshold_reached`: a threshold of the monthly budget was reached.
     * @enum {unknown}
     */
    EventType:
      | 'call.started'
      | 'call.ended'
      | 'call.recording_ready'
      | 'call.analysed'
      | 'tool.failed'
      | 'campaign.state_changed'
      | 'campaign.breaker_changed'
      | 'campaign.contact_finished'
      | 'agent.updated'
      | 'agent.canary_rolled_back'
      | 'budget.threshold_reached';
    /** @description The types of events that it receives. */
    EventTypes: components['schemas']['EventType'][];
    /**
     * @description Where events are sent by POST: an https URL without a user name. http only for servers that the operator has listed.
     *     A private server is 422, and a name that resolves to a private address gets no request.
     */
    EventEndpointUrl: string;
    /**
     * @description Whether it receives events.
     * @enum {unknown}
     */
    EventEndpointState: 'enabled' | 'disabled';
    /**
     * @description Why it is disabled. `request`: by a user. `failing`: an event was parked, and no attempt had succeeded for five days.
     *     `gone`: its server answered with the status 410. Null while it is enabled.
     * @enum {unknown}
     */
    EventEndpointDisabledReason: 'request' | 'failing' | 'gone' | null;
    /**
     * Format: date-time
     * @description The first failed attempt since the last successful one. Null when the last attempt succeeded.
     */
    EventEndpointFailingSince: string | null;
    /**
     * Format: date-time
     * @description Until then requests also have a signature with the previous secret. Null without one.
     */
    EventEndpointPreviousSecretUntil: string | null;
    /** @description An event endpoint without its signing secret. */
    EventEndpointResponse: {
      /** @description Its id. */
      endpoint_id: string;
      url: components['schemas']['EventEndpointUrl'];
      /** @description One line for people. */
      description: string;
      event_types: components['schemas']['EventTypes'];
      state: components['schemas']['EventEndpointState'];
      disabled_reason: components['schemas']['EventEndpointDisabledReason'];
      failing_since: components['schemas']['EventEndpointFailingSince'];
      previous_secret_until: components['schemas']['EventEndpointPreviousSecretUntil'];
      /** @description The address of the user who created it. */
      created_by: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    /** @description An event endpoint with its new signing secret. */
    NewEventEndpointResponse: {
      /** @description Its id. */
      endpoint_id: string;
      url: components['schemas']['EventEndpointUrl'];
      /** @description One line for people. */
      description: string;
      event_types: components['schemas']['EventTypes'];
      state: components['schemas']['EventEndpointState'];
      disabled_reason: components['schemas']['EventEndpointDisabledReason'];
      failing_since: components['schemas']['EventEndpointFailingSince'];
      previous_secret_until: components['schemas']['EventEndpointPreviousSecretUntil'];
      /** @description The address of the user who created it. */
      created_by: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
      /** @description The signing secret, `whsec_` and base64. It is stored encrypted and cannot be shown again. */
      secret: string;
    };
    /** @description An event for an endpoint, and the result of its delivery. */
    EventDeliveryResponse: {
      /** @description The `webhook-id` of its requests. */
      event_id: string;
      /** @description The type of the event, or `endpoint.test`. */
      type: string;
      /**
       * Format: date-time
       * @description When the event happened.
       */
      timestamp: string;
      /**
       * @description `delivered`: a response had a status 2xx. `parked`: 24 hours of attempts had none, or the endpoint was disabled; it is
       *     sent again only on request.
       * @enum {unknown}
       */
      state: 'pending' | 'delivered' | 'parked';
      /**
       * Format: date-time
       * @description When the next attempt is due. Null unless it is pending.
       */
      due_at: string | null;
      /** @description How often it was sent. */
      attempts: number;
      /** @description The last attempts, newest first. */
      last_attempts: components['schemas']['DeliveryAttempt'][];
    };
    /** @description A request with an event. */
    DeliveryAttempt: {
      /**
       * Format: date-time
       * @description When it was sent.
       */
      at: string;
      /** @description The HTTP status of the response. Null without one. */
      status: number | null;
      /** @description Why it failed, unless the status says it. Null otherwise. */
      error: string | null;
      /** @description Milliseconds until the status arrived or it failed. */
      duration_ms: number;
    };
    /** @description The body of an event about a call. */
    CallEvent: {
      /** @enum {unknown} */
      type: 'call.started' | 'call.ended' | 'call.recording_ready';
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string;
      /** @description Ids, and the call as it was then. */
      data: {
        /** @description The id of the call. */
        call_id: string;
        /** @description The id of its agent. */
        agent_id: string;
        /** @description The campaign that dialled it. */
        campaign_id: string | null;
        /**
         * @description Fields of `CallLogResponse`, without `tool_calls`, `answers`, `transfers` and `pre_call`; without `custom_variables` of more
         *     than 16,384 characters of JSON. Absent if the body would have more than 65,536 characters.
         */
        call?: {
          [key: string]: unknown;
        };
      };
    };
    /** @description The body of an event about the analysis of a call. */
    CallAnalysedEvent: {
      /** @enum {unknown} */
      type: 'call.analysed';
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string;
      /** @description Ids, and the analysis as it was then. */
      data: {
        /** @description The id of the call. */
        call_id: string;
        /** @description The id of its agent. */
        agent_id: string;
        analysis?: components['schemas']['CallAnalysis'];
      };
    };
    /** @description The body of an event about a tool that failed. */
    ToolFailedEvent: {
      /** @enum {unknown} */
      type: 'tool.failed';
      /**
       * Format: date-time
       * @description When it was recorded.
       */
      timestamp: string;
      /** @description Ids, and the call of the tool. */
      data: {
        /** @description The id of the call. */
        call_id: string;
        /** @description The id of its agent. */
        agent_id: string;
        /** @description The campaign that dialled it. */
        campaign_id: string | null;
        /** @description Fields of `ToolCallRecord`, without `arguments` and `answer`. */
        tool_call?: {
          [key: string]: unknown;
        };
      };
    };
    /** @description The body of an event about the state of a campaign. */
    CampaignStateChangedEvent: {
      /** @enum {unknown} */
      type: 'campaign.state_changed';
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string;
      /** @description Ids, and the campaign as it was then. */
      data: {
        /** @description The id of the campaign. */
        campaign_id: string;
        previous_state: components['schemas']['CampaignState'];
        /** @description The campaign. Absent if the body would have more than 65,536 characters. */
        campaign?: components['schemas']['Campaign'];
      };
    };
    /** @description The body of an event about the circuit breaker of a campaign. */
    CampaignBreakerChangedEvent: {
      /** @enum {unknown} */
      type: 'campaign.breaker_changed';
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string;
      /** @description Ids, and the campaign as it was then. */
      data: {
        /** @description The id of the campaign. */
        campaign_id: string;
        /**
         * @description `tripped`: also again, because a probe failed. The campaign's `orchestrator_metadata.breaker_state` has the reason
         *     and how often.
         * @enum {unknown}
         */
        breaker: 'tripped' | 'closed';
        /** @description The campaign. Absent if the body would have more than 65,536 characters. */
        campaign?: components['schemas']['Campaign'];
      };
    };
    /** @description The body of an event about the budget of the organisation. */
    BudgetThresholdReachedEvent: {
      /** @enum {unknown} */
      type: 'budget.threshold_reached';
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string;
      /** @description The threshold, and the budget as it was then. */
      data: {
        /** @description The id of the organisation. */
        org_id: string;
        month: components['schemas']['CalendarMonth'];
        /** @description The threshold. */
        percent: number;
        /**
         * @description ISO 4217.
         * @example USD
         */
        currency: string;
        amount: components['schemas']['MoneyAmount'];
        spent: components['schemas']['MoneyAmount'];
        hard_stop: boolean;
        /** @description Whether no new call starts from now on. */
        is_stopped: boolean;
      };
    };
    /** @description The body of an event about a contact that is not called again. */
    CampaignContactFinishedEvent: {
      /** @enum {unknown} */
      type: 'campaign.contact_finished';
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string;
      /** @description Ids, and the contact. */
      data: {
        /** @description The id of the campaign. */
        campaign_id: string;
        /** @description The last call to the contact. Null if there was none. */
        call_id: string | null;
        /** @description The contact. Absent if the body would have more than 65,536 characters. */
        contact?: {
          /** @description Its row in the contact list, from 0. */
          contact_index: number;
          /** @description Its number. */
          phone_number: string;
          /** @description The outcome of the last attempt. */
          outcome: string;
          /** @description Attempts to reach it. */
          attempts: number;
          /** @description Its other columns. Absent when they have more than 16,384 characters of JSON. */
          context_variables?: {
            [key: string]: string;
          };
        };
      };
    };
    /** @description The body of an event about a change of an agent. */
    AgentUpdatedEvent: {
      /** @enum {unknown} */
      type: 'agent.updated';
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string;
      /** @description Ids, what changed, and the agent. */
      data: {
        /** @description The id of the agent. */
        agent_id: string;
        /** @description The fields that changed. */
        changed_fields?: ('name' | 'status' | 'agent_category' | 'linked_phone_number' | 'telephony' | 'config')[];
        /** @description Fields of `AgentResponse`, without `config` and `telephony`. */
        agent?: {
          [key: string]: unknown;
        };
      };
    };
    /** @description The body of an event about a version that was rolled back. */
    AgentCanaryRolledBackEvent: {
      /** @enum {unknown} */
      type: 'agent.canary_rolled_back';
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string;
      /** @description Ids, versions, and the canary. */
      data: {
        /** @description The id of the agent. */
        agent_id: string;
        /** @description The id of the canary. */
        canary_id: string;
        /** @description The version that was rolled back. */
        version: number;
        /** @description The version that calls run. */
        base_version: number;
        canary?: components['schemas']['AgentCanary'];
      };
    };
    /** @description The body of a test event. */
    EndpointTestEvent: {
      /** @enum {unknown} */
      type: 'endpoint.test';
      /**
       * Format: date-time
       * @description When it was requested.
       */
      timestamp: string;
      /** @description The endpoint. */
      data: {
        /** @description The id of the endpoint. */
        endpoint_id: string;
      };
    };
    /** @description A tool secret without its value. */
    ToolSecretEntry: {
      name: string;
      /** @description The only hosts that it is sent to. */
      hosts: string[];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /** @description A tool secret. */
    ToolSecretResponse: {
      name: string;
      /** @description The value; masked except for the media runtime. */
      value: string;
      /** @description The only hosts that it is sent to. */
      hosts: string[];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /** @description What a model can do. */
    ModelCapabilities: {
      languages?: {
        [key: string]: string;
      };
      settings?: {
        [key: string]: {
          [key: string]: components['schemas']['SettingCapability'];
        };
      };
    };
    /** @description The values that a setting of a model takes in one language. */
    SettingCapability: {
      default?: unknown;
      options?: unknown[];
      minimum?: number;
      maximum?: number;
      input_type?: string;
      allow_custom_input?: boolean;
      description?: string;
    };
    /**
     * @description What an agent is made of. A field that is left out or null has the value its description names. Unknown fields are
     *     refused in `speech`, `caller_audio`, `endpointing`, `languages`, `limits`, `pre_call`, `tools`, `transfer`, `stages` and the settings of a provider, and ignored elsewhere. Everything that is wrong is answered with 422 at once, as one text in
     *     `detail` with a line each that names the field.
     * @example {
     *       "prompts": {
     *         "system_prompt": "You are the receptionist of a small hotel.",
     *         "greeting_message": "Hello {{name}}, how can I help you?"
     *       },
     *       "behaviour": {
     *         "interruption_min_words": 2,
     *         "user_silence_hangup_seconds": 30
     *       },
     *       "language": {
     *         "primary": "en"
     *       },
     *       "models": {
     *         "stt_config": {
     *           "provider": "local"
     *         },
     *         "tts_config": {
     *           "provider": "local"
     *         },
     *         "llm_config": {
     *           "provider": "script"
     *         }
     *       },
     *       "custom_variables": {
     *         "name": "dear guest"
     *       }
     *     }
     */
    AgentConfigInput: {
      /** @description Reserved for later versions; 1 when left out. */
      schema_version?: number | null;
      prompts: components['schemas']['AgentPromptsInput'];
      behaviour?: components['schemas']['AgentBehaviourInput'];
      language: components['schemas']['AgentLanguageInput'];
      models: components['schemas']['AgentModelsInput'];
      knowledge_base?: components['schemas']['AgentKnowledgeBaseInput'];
      /**
       * @description Values for the placeholders of the prompts, by name; a call's own values win. Names are not blank. None when
       *     left out.
       */
      custom_variables?: {
        [key: string]: unknown;
      } | null;
      speech?: components['schemas']['AgentSpeechInput'];
      caller_audio?: components['schemas']['AgentCallerAudioInput'];
      endpointing?: components['schemas']['AgentEndpointingInput'];
      languages?: components['schemas']['AgentLanguagesInput'];
      limits?: components['schemas']['AgentLimitsInput'];
      web?: components['schemas']['AgentWebInput'];
      pre_call?: components['schemas']['AgentPreCallInput'];
      /** @description What the model can do during a call. Their names differ. None when left out. */
      tools?: components['schemas']['HttpToolInput'][] | null;
      /** @description Servers whose tools the model can call, at most 32 tools together. None when left out. */
      mcp_servers?: components['schemas']['McpServerInput'][] | null;
      /** @description What the model can do in the page of a browser call. Names differ from those of other tools. None when left out. */
      page_tools?: components['schemas']['PageToolInput'][] | null;
      keypad?: components['schemas']['AgentKeypadInput'];
      transfer?: components['schemas']['AgentTransferInput'];
      handover?: components['schemas']['AgentHandoverInput'];
      voicemail?: components['schemas']['AgentVoicemailInput'];
      recording?: components['schemas']['AgentRecordingInput'];
      redaction?: components['schemas']['AgentRedactionInput'];
      do_not_call?: components['schemas']['AgentDoNotCallInput'];
      callbacks?: components['schemas']['AgentCallbacksInput'];
      analysis?: components['schemas']['AgentAnalysisInput'];
      /**
       * @description Parts of a conversation with instructions, tools and aims of their own. Calls begin in the first. Stages that no
       *     transition leads to, and those without an exit, are 422. None when left out.
       */
      stages?: components['schemas']['AgentStageInput'][] | null;
    };
    /** @description A part of a conversation. Unknown fields are 422. */
    AgentStageInput: {
      /** @description The name that transitions and the call log have. Ids differ. */
      id: string;
      /**
       * @description Added to the system prompt while the conversation is in this stage, with `{{variables}}` and collected fields. None
       *     when left out.
       */
      instructions?: string | null;
      /**
       * @description Names of the tools that the model has here, among those of the agent and the platform. All when left out. What
       *     callers can ask for everywhere, `do_not_call` and `set_recording_consent`, need not be listed.
       */
      tools?: string[] | null;
      /** @description What the stage finds out. At most 50 in all stages. None when left out. */
      fields?: components['schemas']['StageFieldInput'][] | null;
      /** @description Ways to other stages. None when left out. */
      transitions?: components['schemas']['StageTransitionInput'][] | null;
      /**
       * @description What the model knows of the conversation before this stage. `fields`: collected fields and the caller's last turn.
       *     `summary`: these, and what the model wrote of the rest, which it keeps until that is written. `all` when left out.
       * @enum {unknown}
       */
      context?: 'all' | 'summary' | 'fields' | null;
      /** @description What happens when the stage begins. Without words in it, the model answers. None when left out. */
      on_enter?: components['schemas']['StageActionInput'][] | null;
      /** @description What happens before the next stage begins, `say` and `tool` only. None when left out. */
      on_exit?: components['schemas']['StageActionInput'][] | null;
      /**
       * @description The language that the call switches to when the stage begins: the primary one or one of `languages.others`. It stays
       *     as it is when left out.
       */
      language?: string | null;
      tts_config?: components['schemas']['StageModelInput'];
      llm_config?: components['schemas']['StageModelInput'];
    };
    /**
     * @description A provider and its settings in this stage, as in `ProviderConfigInput`. Left out, it is the agent's own. One that cannot
     *     be opened during a call is replaced by the agent's own.
     */
    StageModelInput:
      | ({
          /** @description The id of a registered provider. */
          provider: string;
          fallback?: components['schemas']['FallbackConfigInput'];
        } & {
          [key: string]: unknown;
        })
      | null;
    /**
     * @description A value that the model records with the tool `set_fields`, or that a tool finds out. A wrong value is answered with the
     *     reason.
     */
    StageFieldInput: {
      /** @description Differs from other fields of all stages. Instructions, actions and tools get the value as `{{name}}`. */
      name: string;
      /**
       * @description `date` is written YYYY-MM-DD. `text` when left out.
       * @enum {unknown}
       */
      type?: 'text' | 'integer' | 'number' | 'boolean' | 'choice' | 'date' | 'digits' | null;
      /** @description What it is, for the model. */
      description: string;
      /** @description Whether a rule without conditions waits for it. true when left out. */
      required?: boolean | null;
      /**
       * @description Whether it counts only after the caller has agreed to it in a later turn, which the model reports with the tool
       *     `confirm_fields`. false when left out.
       */
      confirm?: boolean | null;
      /**
       * @description `tool`: only a tool fills it, by setting a variable of this name, and never the model. `caller` when left out.
       * @enum {unknown}
       */
      filled_by?: 'caller' | 'tool' | null;
      /** @description Wrong values after which the field has failed. 3 when left out. */
      attempts?: number | null;
      /** @description Required for `choice`. Values of 1 to 100 characters that differ. */
      choices?: string[] | null;
      /** @description Least `integer` or `number`. */
      minimum?: number | null;
      /** @description Greatest `integer` or `number`. */
      maximum?: number | null;
      /** @description Fewest characters of a `text`, or `digits`. 1 when left out. */
      min_length?: number | null;
      /** @description Most characters of a `text`, 200 when left out, or `digits`, at most and by default 32. */
      max_length?: number | null;
      /** @description Regular expression without look-around and back-references that has to fit the whole `text`. */
      pattern?: string | null;
    };
    /** @description A way to another stage. The first that applies is taken. */
    StageTransitionInput: {
      /** @description The id of another stage. */
      to: string;
      /**
       * @description `call`: the model calls `change_stage`. `fields`: the conditions in `when` hold, or without any, all required
       *     fields of the stage are collected. `key`: the caller presses `key` alone. `silence`: the caller says nothing for
       *     `seconds`, which takes the place of the agent's idle prompts in this stage.
       * @enum {unknown}
       */
      on: 'call' | 'fields' | 'key' | 'silence';
      /** @description When to take it, for the model. Required with `call`, and only there. */
      description?: string | null;
      /** @description With `call` and `fields` only. All must hold; the model reads which does not. */
      when?: components['schemas']['StageConditionInput'][] | null;
      /** @description One of 0-9, * and #. Required with `key`, and only there. */
      key?: string | null;
      /** @description From 1 to 300. Required with `silence`, and only there. */
      seconds?: number | null;
    };
    /** @description What must be true of a field. Without a comparison, it is collected. */
    StageConditionInput: {
      /** @description The name of a field of any stage. */
      field: string;
      /** @description Its value. */
      is?: string | number | boolean | null;
      /** @description Another value than its own. */
      is_not?: string | number | boolean | null;
      /** @description The least number. */
      at_least?: number | null;
      /** @description The greatest number. */
      at_most?: number | null;
      /**
       * @description Its attempts are used up. Excludes comparisons.
       * @enum {unknown}
       */
      failed?: true | null;
    };
    /**
     * @description What happens without the model: one of `say`, `tool`, `transfer`, `handover` and `end`. Texts are filled with `{{variables}}` and
     *     collected fields.
     */
    StageActionInput: {
      /** @description What the agent says. One line. */
      say?: string | null;
      /** @description The name of a tool of the agent. */
      tool?: string | null;
      /** @description The arguments of `tool`, at most 4096 characters of JSON. */
      arguments?: {
        [key: string]: unknown;
      } | null;
      /** @description The name of a target of `transfer`. In `on_enter` only. */
      transfer?: string | null;
      /** @description The name of a target of `handover`. In `on_enter` only. */
      handover?: string | null;
      /** @description What the person hears first in a warm transfer. One line. */
      summary?: string | null;
      /**
       * @description The call ends once the agent's words were played. In `on_enter` only.
       * @enum {unknown}
       */
      end?: true | null;
    };
    /** @description Whether the audio of the agent's calls is kept. Left out, calls are recorded. */
    AgentRecordingInput: {
      /**
       * @description `off`: no audio is written to a disk or to the object store, and the call has no recording. Its transcript, metrics
       *     and log are kept. `consent`: the agent asks before its greeting, and only what sounds after a yes is kept. Applies to
       *     calls that start later.
       * @enum {unknown}
       */
      mode: 'on' | 'off' | 'consent';
      /**
       * @description What the agent asks, with `{{variables}}`. Only with `consent`. Required in languages other than German, English, Spanish,
       *     French, Italian, Dutch and Portuguese, which have a sentence.
       */
      question?: string | null;
      /** @description Seconds that an answer is awaited. Only with `consent`, then 6 unless given. */
      wait_secs?: number | null;
    } | null;
    /**
     * @description What is left out of the transcripts and tool calls that are stored of the agent's calls, and so of everything made from
     *     them, such as analyses. Each is replaced by its name in brackets, for example `[card_number]`. Recordings are not changed.
     *     Left out, everything is stored.
     */
    AgentRedactionInput: {
      /** @description All of them when left out. */
      kinds?: components['schemas']['RedactedKind'][];
      /** @description Names of variables. Their values, of at least 3 characters, are left out. */
      variables?: string[] | null;
    } | null;
    /**
     * @description `card_number`: 13 to 19 digits with a valid checksum. `account_number`: an IBAN with a valid checksum. `phone_number`:
     *     with a country code after `+` or `00`, in national form from `0` on, or as 3, 3 and 4 digits. Digits can be spoken one by
     *     one in English, German, French, Spanish, Italian, Portuguese and Dutch.
     * @enum {unknown}
     */
    RedactedKind: 'card_number' | 'account_number' | 'email' | 'phone_number';
    /** @description What happens when a machine answers an outbound call. Left out, the carrier's detection ends the call as voicemail. */
    AgentVoicemailInput: {
      /**
       * @description `off`: machines are not detected, and the carrier is not asked. `hang_up`: the carrier's detection, or first words
       *     that only a mailbox says, end the call as voicemail. `leave_message`: they have the agent wait for the end of the
       *     greeting, leave `message` and hang up.
       * @enum {unknown}
       */
      action: 'off' | 'hang_up' | 'leave_message';
      /**
       * @description What the agent says after the beep, with `leave_message` only and required there. One line, with
       *     `{{custom_variables}}` of the agent, which a call may replace; an unknown name is 422. At most 700 characters are
       *     spoken. With an empty text the call ends as with `hang_up`.
       * @example Hello {{first_name}}, your table is booked. Goodbye.
       */
      message?: string | null;
      /**
       * @description What the agent says to an assistant that screens calls and asks for name and reason; not with `off`. One line. The
       *     model answers it when left out.
       */
      screening_answer?: string | null;
    } | null;
    /**
     * @description Whether the agent agrees on callbacks with the persons on its calls. Unknown fields are 422. Left out, it does not.
     * @example {
     *       "tool": true
     *     }
     */
    AgentCallbacksInput: {
      /** @description Whether the model can schedule one, with the tool `schedule_callback`. true when left out. */
      tool?: boolean | null;
    } | null;
    /**
     * @description How callers say that they are not to be called again: their number is then put on the suppression list of the
     *     organisation. Unknown fields are 422. Left out, they cannot.
     * @example {
     *       "key": "9"
     *     }
     */
    AgentDoNotCallInput: {
      /** @description Whether the model can do it, with the tool `do_not_call`. true when left out. */
      tool?: boolean | null;
      /** @description The key that does it when it is pressed alone. None when left out. */
      key?: string | null;
    } | null;
    /**
     * @description What a model finds out about every call of the agent after its end, from its transcript: a summary, a success, or
     *     fields; at least one of them. Unknown fields are 422. Left out, calls are not analysed.
     */
    AgentAnalysisInput: {
      /** @description Whether the model writes a summary. true when left out. */
      summary?: boolean | null;
      /** @description What else the model should know or heed, such as the language of the summary. */
      instructions?: string | null;
      /** @description When a call counts as a success, in words. Calls are not judged when left out. */
      success_criterion?: string | null;
      /**
       * @description JSON Schema 2020-12 of an object with 1 to 50 `properties`: the fields to extract. The keywords and limits are
       *     those of the `parameters` of a tool. None when left out.
       * @example {
       *       "type": "object",
       *       "properties": {
       *         "guests": {
       *           "type": "integer",
       *           "minimum": 1
       *         },
       *         "day": {
       *           "type": "string"
       *         }
       *       },
       *       "required": [
       *         "day"
       *       ]
       *     }
       */
      fields?: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Puts the number of the person on the suppression list of the organisation if a field says so. Not when left out.
       * @example {
       *       "field": "wants_no_calls"
       *     }
       */
      do_not_call?: {
        /** @description One of the properties of `fields`. */
        field: string;
        /** @description Its values that say so, in any case. Left out, true does. */
        values?: string[] | null;
      } | null;
      /**
       * @description The LLM provider and its settings, as in `ProviderConfigInput`. Attempts take turns between it and its fallback.
       *     Left out, it is the agent's own.
       */
      llm_config?:
        | ({
            /** @description The id of a registered LLM provider. */
            provider: string;
            fallback?: components['schemas']['FallbackConfigInput'];
          } & {
            [key: string]: unknown;
          })
        | null;
      /**
       * @description Longest part of a transcript that the model reads, in tokens of about 4 characters. A longer transcript loses
       *     its middle. 16000 when left out.
       */
      max_transcript_tokens?: number | null;
    } | null;
    /**
     * @description What the model can do with the keypad of a telephone, beside reading keys that the caller presses unasked. Unknown
     *     fields are 422. Left out, an agent is stored without it.
     */
    AgentKeypadInput: {
      /**
       * @description Whether the model can press keys with the tool `send_dtmf`, to go through the menu of an automated system.
       *     false when left out.
       */
      send?: boolean | null;
      /**
       * @description Digits that the model can ask the caller to type, with the tool `collect_digits`. Their names differ. None when
       *     left out.
       */
      collect?: components['schemas']['DigitEntryInput'][] | null;
    } | null;
    /**
     * @description Digits that the caller types, told to the model as one answer. They are complete with `max_digits` digits, with the
     *     terminator, or after a pause.
     */
    DigitEntryInput: {
      /** @description Names the entry, and the call variable that tools get the digits by, as `{{name}}`. */
      name: string;
      /** @description Tells the model what the digits are. One line. Trimmed. */
      description: string;
      /** @description Fewest digits, at least 3 of a secret entry; 1, or 3 if secret, when left out. */
      min_digits?: number | null;
      /** @description Most digits. They complete the entry at once. */
      max_digits: number;
      /**
       * @description The key that completes the entry; `#` when left out. `none` leaves that to a pause.
       * @enum {unknown}
       */
      terminator?: '#' | '*' | 'none' | null;
      /** @description How long the first digit is awaited after the agent's words; 10 when left out. */
      first_digit_secs?: number | null;
      /** @description The pause after a digit that completes the entry; 5 when left out. */
      timeout_secs?: number | null;
      /**
       * @description Whether only the servers of tools get the digits: the model gets their number, and tools may send them in headers,
       *     query and body over https. They are not in the transcript, the recording, the log and the call. false when left out.
       */
      secret?: boolean | null;
    };
    /** @description How the agent's voice speaks, whichever voice it is. Left out, an agent is stored without it. */
    AgentSpeechInput: {
      /**
       * @description How terms are pronounced; none when left out. A term matches whole words only, and of several terms at one
       *     place the longest. Transcript and captions keep the term.
       */
      pronunciations?: components['schemas']['PronunciationInput'][] | null;
      /**
       * @description Whether the platform writes out numbers, dates, times, money, telephone numbers and addresses before the text is
       *     spoken: for every voice (`on`), for none (`off`), or for those that do not read them well (`auto`, when left out).
       *     Transcript and captions keep what is written. In English, French, German, Hindi, Italian, Portuguese and Spanish.
       * @enum {unknown}
       */
      normalisation?: 'auto' | 'on' | 'off' | null;
      ambient_sound?: components['schemas']['AmbientSoundInput'];
    } | null;
    /**
     * @description The sound of a place under the agent's voice and between its words, from its first word on. It is neither in the
     *     recording nor in the transcript. Left out, there is silence.
     */
    AmbientSoundInput: {
      /**
       * @description A quiet room, or a room with typing.
       * @enum {unknown}
       */
      sound: 'room' | 'office';
      /** @description Its level relative to full scale; -45 when left out. Voices speak at about -20. */
      level_db?: number | null;
    } | null;
    /**
     * @description The targets that the model can transfer the caller to with the tool `transfer_call`. Only of telephony agents, and not
     *     at Exotel. Left out, calls are not transferred. At most three transfers are attempted in a call.
     * @example {
     *       "targets": [
     *         {
     *           "name": "billing",
     *           "description": "Questions about invoices.",
     *           "to": "+4930123456",
     *           "mode": "warm",
     *           "ring_seconds": 30
     *         }
     *       ],
     *       "when_unanswered": "Offer to take a message."
     *     }
     */
    AgentTransferInput: {
      /** @description Their names differ. The model sees names and descriptions, and no number. */
      targets: components['schemas']['TransferTargetInput'][];
      /** @description An instruction for the model that follows the result of a transfer that connected no one. One line. */
      when_unanswered?: string | null;
      /** @description Whether the caller hears a ringback tone while it rings and the agent is silent. When left out, they do. */
      ringback?: boolean | null;
    } | null;
    /**
     * @description Other agents of the organisation that the model can hand the conversation over to, within the call, with the tool
     *     `hand_over`. Left out, calls stay with the agent. At most five handovers in a call, and two between turns of the caller.
     */
    AgentHandoverInput: {
      /** @description Their names differ. The model sees names, descriptions and fields. */
      targets: components['schemas']['HandoverTargetInput'][];
    } | null;
    /** @description An agent that calls can be handed over to. Its published version takes over. */
    HandoverTargetInput: {
      /** @description The name that the model calls the target by. Not `previous_agent`, which is the way back. */
      name: string;
      /** @description Another active agent of the organisation, of any category. */
      agent_id: string;
      /** @description When to hand over to this agent, for the model. One line. */
      description: string;
      /** @description What the agent says before, if the model says nothing. One line. Nothing when left out. */
      say?: string | null;
      /**
       * @description What the next agent knows of the conversation: all that was spoken, a summary of it, or the caller's last turn.
       *     Fields in each case, calls of tools in none. `all` when left out.
       * @enum {unknown}
       */
      context?: 'all' | 'summary' | 'fields' | null;
      /**
       * @description What the next agent gets, in its prompt and as variables: given by the model, else the collected field or the
       *     variable of that name. Without `confirm` and `filled_by`. A required one that is missing is asked for first. None
       *     when left out.
       */
      fields?: components['schemas']['StageFieldInput'][] | null;
      /** @description Whether that agent can hand the call back, to the target `previous_agent`. false when left out. */
      may_return?: boolean | null;
    };
    /** @description A person or a desk that calls can be transferred to. */
    TransferTargetInput: {
      /** @description The name that the model calls the target by. */
      name: string;
      /** @description When to transfer to this target, for the model. One line. */
      description: string;
      /**
       * @description A number in E.164, or a SIP URI without a password and parameters where the carrier dials those: not at
       *     Telnyx. Or one `{{variable}}` of the agent's `custom_variables`, which a call can replace. Its value is checked
       *     in the call by the same rules.
       */
      to: string;
      /**
       * @description `warm`: the person hears a brief before the caller. `cold` when left out.
       * @enum {unknown}
       */
      mode?: 'cold' | 'warm' | null;
      /** @description One of the organisation's numbers at the agent's carrier. The number of the call when left out. */
      caller_id?: string | null;
      /** @description Ring timeout in seconds; 25 when left out. */
      ring_seconds?: number | null;
      /** @description What the agent says while it rings, unless the model says something. One line. */
      say?: string | null;
      /**
       * @description Only of warm transfers. What the person hears first, in the carrier's voice. `{{summary}}` stands for the summary
       *     of the model, `{{name}}` for one of the agent's `custom_variables`. The summary when left out.
       */
      brief?: string | null;
      /**
       * @description Only of warm transfers. The person has to press a key before brief and caller, so that a mailbox that answers does
       *     not count as a person. Without it, whatever answers counts.
       * @example {
       *       "key": "1",
       *       "say": "A call from the restaurant. Press 1 to take it.",
       *       "timeout_secs": 8
       *     }
       */
      confirm?: {
        /** @description The digit to press; `1` when left out. */
        key?: string | null;
        /**
         * @description What asks for the key, in the carrier's voice. `{{name}}` stands for one of the agent's `custom_variables`; the
         *     summary is not possible here, because a mailbox would record it. One line.
         */
        say: string;
        /**
         * @description How long the key is awaited after these words, in seconds; 8 when left out. Then, and after another key, they are
         *     said once more. Then the transfer is `not_confirmed`.
         */
        timeout_secs?: number | null;
      } | null;
    };
    /** @description How the caller's audio is processed before it is heard. Left out, it is heard as it arrives. */
    AgentCallerAudioInput: {
      /**
       * @description What removes noise from the audio that the STT vendor gets; `none` when left out. The recording keeps the
       *     audio as it was received.
       * @enum {unknown}
       */
      noise_suppression?: 'none' | 'rnnoise' | null;
      /**
       * @description What detects the caller's speech: the detector of WebRTC, when left out, or the neural network of RNNoise.
       * @enum {unknown}
       */
      voice_activity?: 'webrtc' | 'rnnoise' | null;
    } | null;
    /** @description How the end of the caller's turn is found. Left out, it is `timer` with the built-in waits. */
    AgentEndpointingInput: {
      /**
       * @description `timer`: by silence and by how complete the words look. `vendor`: by the STT vendor, where its model reports
       *     turns. `auto`, when left out: by the vendor where it can, otherwise by `timer`.
       * @enum {unknown}
       */
      mode?: 'auto' | 'timer' | 'vendor' | null;
      /** @description Longest silence in which the vendor's end of turn is awaited; 3000 when left out. */
      max_wait_ms?: number | null;
      /** @description Waits that replace the built-in ones; none when left out. */
      waits?: components['schemas']['EndpointingWaitInput'][] | null;
    } | null;
    /** @description Languages to switch to within a call. Left out, a call stays in the primary language. */
    AgentLanguagesInput: {
      /**
       * @description `detection`: by the language that the STT vendor reports with the words. `tool`: the model calls
       *     `switch_language`.
       * @enum {unknown}
       */
      switch_by: 'detection' | 'tool';
      /** @description The languages beside the primary one. */
      others: components['schemas']['OtherLanguageInput'][];
    } | null;
    /**
     * @description Which pages may call the agent, and how often. Members of the organisation, as in the console, are not limited.
     *     Unknown fields are 422.
     */
    AgentWebInput: {
      /**
       * @description Origins of pages, such as `https://shop.example.com`, or `https://*.example.com` for all names below one. Their
       *     sockets need a ticket, but no CORS_ORIGINS. Pages of other origins are refused, except the console. All pages that
       *     the operator allows when left out.
       */
      allowed_origins?: string[] | null;
      /** @description Calls of one visitor at the same time. Not limited when left out. */
      visitor_calls_at_once?: number | null;
      /** @description Calls of one visitor in an hour. Without tickets, a visitor is a network. Not limited when left out. */
      visitor_calls_per_hour?: number | null;
      /** @description Calls of all visitors in a minute. Not limited when left out. */
      calls_per_minute?: number | null;
    } | null;
    /** @description Time limits of a call. Left out, nothing limits a call but the platform: a dialled number rings for 60 s. */
    AgentLimitsInput: {
      /**
       * @description Longest conversation, from the connection of the caller. Then the agent finishes its speech, says `closing` and
       *     hangs up. A caller who is speaking has ten more seconds.
       */
      max_call_seconds?: number | null;
      /**
       * @description What the agent says before, in the next pause of caller and agent, in one line. `{{name}}` stands for a variable.
       *     Trimmed; nothing when left out.
       */
      warning?: string | null;
      /** @description How long before the end the warning is due, less than `max_call_seconds`; 30 when left out. */
      warning_seconds_before?: number | null;
      /**
       * @description What the agent says last when the time is over, in one line. `{{name}}` stands for a variable. Trimmed; nothing
       *     when left out.
       */
      closing?: string | null;
      /** @description How long a dialled number may ring; 60 when left out. */
      ring_seconds?: number | null;
    } | null;
    /**
     * @description A request to your server before an inbound telephone call is answered. It is a POST of JSON with `call_id`,
     *     `agent_id`, `org_id`, `from`, `to`, `direction` (`inbound`) and `carrier`. The server answers `{"variables": {…}}`,
     *     `{"reject": {"reason": "…", "say": "…"}}` or `{}`. Without an answer in time, or with one that breaks a rule, the call
     *     has the agent's own variables. Left out, there is no request.
     */
    AgentPreCallInput: {
      /** @description An http or https URL at a public host, without placeholders. Redirects are not followed. */
      url: string;
      /** @description Headers of the request, at most 30. `{{secret.name}}` stands for a tool secret. None when left out. */
      headers?: {
        [key: string]: string;
      } | null;
      /** @description Longest wait for the answer, the time to load secrets included; 2 when left out. */
      timeout_secs?: number | null;
    } | null;
    /** @description How the pre-call request of an inbound call ended. */
    PreCallRecord: {
      /**
       * @description `applied`: the answer was taken, with its variables. `rejected`: your server rejected the call. `failed`: the agent's
       *     own variables apply.
       * @enum {unknown}
       */
      outcome: 'applied' | 'rejected' | 'failed';
      /** @description Why the request failed, or why your server rejected the call. The text of the latter is your server's. */
      reason: string | null;
      /** @description What a rejected caller heard; null where the call was not answered. */
      say: string | null;
      /** @description From the request to the decision. */
      duration_ms: number;
    };
    /** @description A language to switch to within a call, with its own voice and STT settings. */
    OtherLanguageInput: {
      /** @description A language id of `GET /languages`, neither the primary one nor one listed twice. */
      language: string;
      /** @description Added to the system prompt in this language. `{{name}}` stands for a variable. Empty when left out. */
      prompt?: string | null;
      tts_config?: components['schemas']['OtherLanguageModelInput'];
      stt_config?: components['schemas']['OtherLanguageModelInput'];
    };
    /**
     * @description A provider and its settings in this language, as in `ProviderConfigInput`. Left out, it is the agent's own: its voice
     *     then has to speak the language.
     */
    OtherLanguageModelInput:
      | ({
          /** @description The id of a registered provider of this stage. */
          provider: string;
          fallback?: components['schemas']['FallbackConfigInput'];
        } & {
          [key: string]: unknown;
        })
      | null;
    /** @description An extra wait before silence ends a turn, after words that look a certain way. */
    EndpointingWaitInput: {
      /** @description A language id of `GET /languages`. */
      language: string;
      /**
       * @description How the caller's words look: a `complete` sentence or question, an `incomplete` one (it ends in a word such as
       *     "and"), `digits` in groups, a `filler` such as "um", or `open`, which is none of these.
       * @enum {unknown}
       */
      look: 'complete' | 'open' | 'incomplete' | 'digits' | 'filler';
      /** @description How much longer than the endpointing delay a silence has to be after such words. */
      wait_ms: number;
    };
    /** @description A term and how the agent says it. */
    PronunciationInput: {
      /** @description The word or words as written. In lower case they match in any case, otherwise only as they are. Trimmed. */
      term: string;
      /** @description What is spoken instead, in ordinary letters. Trimmed. */
      say_as: string;
      /** @description The term in IPA. Voices that take IPA speak it instead of `say_as`. */
      phonemes?: string | null;
      /** @description A language id of `GET /languages` in which the entry applies; `en` includes `en-GB`. All when left out. */
      language?: string | null;
    };
    /**
     * @description A tool that sends one HTTP request. `{{name}}` in the URL's path and query, in headers, query and body stands for an
     *     argument, for a custom variable or for a variable that a tool sets; `{{secret.name}}` in headers, query and body for
     *     a tool secret. A string of the body that is a single placeholder takes the value with its type.
     */
    HttpToolInput: {
      /** @enum {unknown} */
      type: 'http';
      /**
       * @description The name by which the model calls it. Reserved are `end_conversation`, `search_knowledge_base`,
       *     `switch_language`, `transfer_call`, `send_dtmf`, `collect_digits`,
       *     `set_recording_consent`, `do_not_call`, `schedule_callback`, `hand_over`, `change_stage`, `set_fields`
       *     and `confirm_fields`.
       */
      name: string;
      /** @description Tells the model what the tool does and when to call it. Trimmed. */
      description: string;
      /**
       * @description JSON Schema 2020-12 of the arguments, of type `object`. At most 16,384 characters and 10 levels. Not supported
       *     are `$ref`, `uniqueItems`, `patternProperties`, conditions, and patterns with lookaround or back references.
       *     No arguments when left out.
       */
      parameters?: {
        [key: string]: unknown;
      } | null;
      request: components['schemas']['ToolRequestInput'];
      /** @description Timeout of the whole request; 8 when left out. */
      timeout_secs?: number | null;
      /** @description One line that the agent says while the request runs. Nothing when left out. */
      say_while_waiting?: string | null;
      /** @description How the response becomes what the model reads. */
      response?: {
        /**
         * @description `json` when left out.
         * @enum {unknown}
         */
        format?: 'json' | 'text' | null;
        /** @description The part of a JSON response, such as `booking.times[0]`. The whole when left out. */
        path?: string | null;
      } | null;
      /** @description Call variables to set from a JSON response, with the path of each. At most 20. */
      variables?: {
        [key: string]: string;
      } | null;
      /**
       * @description Whether a request changes something. It is then sent at most once, with an `Idempotency-Key`. When left out, true
       *     unless the method is GET.
       */
      side_effects?: boolean | null;
    };
    /**
     * @description A tool that runs in the page of a browser call. The page gets `llm-function-call-in-progress` and answers with
     *     `llm-function-call-result`, as RTVI has it; the model reads the result as text. In a call without a page it fails.
     */
    PageToolInput: {
      /** @description The name by which the model and the page call it. The names that are reserved for tools are reserved here. */
      name: string;
      /** @description Tells the model what the tool does and when to call it. Trimmed. */
      description: string;
      /** @description JSON Schema of the arguments, with the limits of an HTTP tool. No arguments when left out. */
      parameters?: {
        [key: string]: unknown;
      } | null;
      /** @description How long the page may take to answer; 8 when left out. */
      timeout_secs?: number | null;
      /** @description Whether a call changes something. It is then not cancelled when the caller speaks. True when left out. */
      side_effects?: boolean | null;
      /** @description One line that the agent says while the tool runs. Nothing when left out. */
      say_while_waiting?: string | null;
    };
    /**
     * @description A server of the Model Context Protocol over streamable HTTP, on the public internet or listed by the operator. Each
     *     call of the agent opens a session there. The model calls a tool by the server's name, an underscore and the tool's
     *     name, with other characters than letters, digits, underscores and hyphens as underscores: at most 64 characters.
     */
    McpServerInput: {
      /** @description First part of the names by which the model calls the tools. Unique in its agent. */
      name: string;
      /** @description The endpoint, without placeholders. */
      url: string;
      /**
       * @description At most 30, with custom variables and `{{secret.name}}`. Those of the connection and of the protocol are set by
       *     the platform.
       */
      headers?: {
        [key: string]: string;
      } | null;
      /** @description Timeout of a whole tool call, and of opening a session; 8 when left out. */
      timeout_secs?: number | null;
      /** @description The only tools that may be called. None when left out. */
      tools?: components['schemas']['McpToolInput'][] | null;
    };
    /** @description A tool of an MCP server. The model reads this description and these parameters, not those that the server sends. */
    McpToolInput: {
      /** @description The name of the tool at its server. */
      name: string;
      /** @description Tells the model what the tool does and when to call it. Trimmed. */
      description: string;
      /** @description JSON Schema of the arguments, with the limits of an HTTP tool. No arguments when left out. */
      parameters?: {
        [key: string]: unknown;
      } | null;
      /** @description Whether a call changes something. It is then sent at most once. True when left out. */
      side_effects?: boolean | null;
      /** @description One line that the agent says while the tool runs. Nothing when left out. */
      say_while_waiting?: string | null;
    };
    /** @description The request of a tool. Its server must be on the public internet or listed by the operator. */
    ToolRequestInput: {
      /** @enum {unknown} */
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      /** @description Scheme, host and port are literal. Values in the path and query are percent-encoded. */
      url: string;
      /** @description At most 30. Those of the connection and `Idempotency-Key` are set by the platform. */
      headers?: {
        [key: string]: string;
      } | null;
      /** @description Query parameters, at most 30. One that is a single placeholder without a value is left out. */
      query?: {
        [key: string]: string;
      } | null;
      /** @description A JSON value of at most 16,384 characters; not for GET. No body when left out. */
      body?: unknown;
    };
    /** @description The system prompt and the greeting. `{{name}}` stands for a variable in both. */
    AgentPromptsInput: {
      /** @description The system message of the language model; empty when left out. */
      system_prompt?: string | null;
      /** @description Spoken when the call connects. Trimmed, and not blank. */
      greeting_message: string;
    };
    /** @description How the agent behaves in a call. */
    AgentBehaviourInput: {
      /** @description Words the caller has to say to interrupt the agent; 0, which is any speech, when left out. */
      interruption_min_words?: number | null;
      /** @description Silence after which the closing message is said and the call ends; never when left out. */
      user_silence_hangup_seconds?: number | null;
      /** @description Stored and returned, not enforced. */
      call_timeout_seconds?: number | null;
      /** @description Whether the caller cannot interrupt the greeting; false when left out. */
      ignore_user_speech_before_greeting?: boolean | null;
      /** @description One of these, at random, is said while an answer takes long; none when left out. */
      hold_messages?: string[] | null;
      /** @description How long an answer takes before a hold message; never when left out or 0. */
      hold_message_timeout_seconds?: number | null;
      /** @description Whether a silent caller is asked to speak before the call ends; false when left out. */
      user_online_detection_enabled?: boolean | null;
      /** @description What a silent caller is asked; empty when left out. */
      user_online_detection_message?: string | null;
      /** @description Silence before each question; 10 when left out. */
      user_online_detection_seconds?: number | null;
      /** @description How often in a row a silent caller is asked; 1 when left out. */
      user_online_detection_repeats?: number | null;
      /** @description Said before a silent caller's call ends; empty when left out. */
      user_online_detection_closing_message?: string | null;
      /** @description The model can end the call when both are true. */
      automatic_call_ending?: {
        /** @description false when left out. */
        enabled?: boolean | null;
        /** @description false when left out. */
        graceful_llm_call_ending?: boolean | null;
      } | null;
    } | null;
    /** @description The languages of the agent. */
    AgentLanguageInput: {
      /** @description A language id of `GET /languages`. Trimmed. */
      primary: string;
      /** @description Stored and returned, not used in calls; none when left out. */
      secondary?: string[] | null;
    };
    /** @description The providers that transcribe, generate and speak. */
    AgentModelsInput: {
      stt_config: components['schemas']['ProviderConfigInput'];
      tts_config: components['schemas']['ProviderConfigInput'];
      llm_config: components['schemas']['ProviderConfigInput'];
    };
    /**
     * @description A provider and its settings, such as `model`, `voice` or `language`. `GET /configuration/{kind}` lists the providers,
     *     `GET /configuration/{kind}/setting/{provider}` the settings of one; others are refused, and so are secrets, which
     *     `POST /auth` takes.
     */
    ProviderConfigInput: {
      /** @description The id of a registered provider of this stage. */
      provider: string;
      fallback?: components['schemas']['FallbackConfigInput'];
    } & {
      [key: string]: unknown;
    };
    /**
     * @description Another provider and its settings, which takes over in the middle of a call when the first fails before it has
     *     produced anything. It has another id than the first, and no fallback of its own.
     */
    FallbackConfigInput:
      | ({
          /** @description The id of a registered provider of this stage. */
          provider: string;
        } & {
          [key: string]: unknown;
        })
      | null;
    /** @description The documents that answers are grounded on. */
    AgentKnowledgeBaseInput: {
      /** @description false when left out. */
      enabled?: boolean | null;
      /**
       * @description `context`, when left out: passages go with every question. `tool`: the model searches for them itself, which
       *     not every LLM provider can.
       * @enum {unknown}
       */
      mode?: 'tool' | 'context' | null;
      /** @description Documents that are `ready`; at least one where the knowledge base is enabled. */
      document_ids?: string[] | null;
      /** @description Passages per question; 5 when left out. */
      top_k?: number | null;
      /**
       * @description What completes a question that makes no sense alone, such as "and on Sundays?", in mode `context`. `rules`, when
       *     left out: tables of words. `model`: the LLM names the topic while its reply is played, with one more request a
       *     reply; not with the provider `script`.
       * @enum {unknown}
       */
      follow_ups?: 'rules' | 'model' | null;
    } | null;
    /** @description What an agent is made of, complete with its defaults. */
    AgentConfig: {
      schema_version: number;
      prompts: {
        system_prompt: string;
        greeting_message: string;
      };
      behaviour: components['schemas']['AgentBehaviour'];
      language: {
        primary: string;
        secondary: string[];
      };
      models: {
        stt_config: components['schemas']['ProviderConfig'];
        tts_config: components['schemas']['ProviderConfig'];
        llm_config: components['schemas']['ProviderConfig'];
      };
      knowledge_base: {
        enabled: boolean;
        /** @enum {unknown} */
        mode: 'tool' | 'context';
        document_ids: string[];
        top_k: number;
        /** @enum {unknown} */
        follow_ups?: 'rules' | 'model';
      };
      custom_variables: {
        [key: string]: unknown;
      };
      /** @description See `AgentSpeechInput`. */
      speech?: {
        pronunciations: components['schemas']['Pronunciation'][];
        /** @enum {unknown} */
        normalisation?: 'auto' | 'on' | 'off';
        ambient_sound?: {
          /** @enum {unknown} */
          sound: 'room' | 'office';
          level_db: number;
        };
      };
      /** @description See `AgentCallerAudioInput`. */
      caller_audio?: {
        /** @enum {unknown} */
        noise_suppression: 'none' | 'rnnoise';
        /** @enum {unknown} */
        voice_activity: 'webrtc' | 'rnnoise';
      };
      /** @description See `AgentEndpointingInput`. */
      endpointing?: {
        /** @enum {unknown} */
        mode: 'auto' | 'timer' | 'vendor';
        max_wait_ms: number;
        waits: {
          language: string;
          /** @enum {unknown} */
          look: 'complete' | 'open' | 'incomplete' | 'digits' | 'filler';
          wait_ms: number;
        }[];
      };
      /** @description See `AgentLanguagesInput`. */
      languages?: {
        /** @enum {unknown} */
        switch_by: 'detection' | 'tool';
        others: {
          language: string;
          prompt: string;
          tts_config?: components['schemas']['ProviderConfig'];
          stt_config?: components['schemas']['ProviderConfig'];
        }[];
      };
      /** @description See `AgentLimitsInput`. What has no limit is absent. */
      limits?: {
        max_call_seconds?: number;
        warning?: string;
        warning_seconds_before?: number;
        closing?: string;
        ring_seconds?: number;
      };
      /** @description See `AgentWebInput`. What has no limit is absent. */
      web?: {
        allowed_origins?: string[];
        visitor_calls_at_once?: number;
        visitor_calls_per_hour?: number;
        calls_per_minute?: number;
      };
      /** @description See `AgentPreCallInput`. */
      pre_call?: {
        url: string;
        headers?: {
          [key: string]: string;
        };
        timeout_secs: number;
      };
      /** @description Absent without tools. */
      tools?: components['schemas']['HttpTool'][];
      /** @description Absent without MCP servers. */
      mcp_servers?: components['schemas']['McpServer'][];
      /** @description Absent without page tools. */
      page_tools?: components['schemas']['PageTool'][];
      /** @description See `AgentKeypadInput`. */
      keypad?: {
        send: boolean;
        collect: {
          name: string;
          description: string;
          min_digits: number;
          max_digits: number;
          /** @enum {unknown} */
          terminator: '#' | '*' | 'none';
          first_digit_secs: number;
          timeout_secs: number;
          secret: boolean;
        }[];
      };
      /** @description See `AgentTransferInput`. */
      transfer?: {
        targets: components['schemas']['TransferTarget'][];
        when_unanswered?: string;
        ringback?: boolean;
      };
      /** @description See `AgentHandoverInput`. */
      handover?: {
        targets: components['schemas']['HandoverTarget'][];
      };
      /** @description See `AgentVoicemailInput`. */
      voicemail?: {
        /** @enum {unknown} */
        action: 'off' | 'hang_up' | 'leave_message';
        message?: string;
        screening_answer?: string;
      };
      /** @description See `AgentRecordingInput`. */
      recording?: {
        /** @enum {unknown} */
        mode: 'on' | 'off' | 'consent';
        question?: string;
        wait_secs?: number;
      };
      /** @description See `AgentRedactionInput`. */
      redaction?: {
        kinds: components['schemas']['RedactedKind'][];
        variables: string[];
      };
      /** @description See `AgentCallbacksInput`. */
      callbacks?: {
        tool: boolean;
      };
      /** @description See `AgentDoNotCallInput`. */
      do_not_call?: {
        tool: boolean;
        key?: string;
      };
      /** @description See `AgentAnalysisInput`. */
      analysis?: {
        summary: boolean;
        instructions?: string;
        success_criterion?: string;
        fields?: {
          [key: string]: unknown;
        };
        do_not_call?: {
          field: string;
          values?: string[];
        };
        llm_config?: components['schemas']['ProviderConfig'];
        max_transcript_tokens: number;
      };
      stages?: components['schemas']['AgentStage'][];
    };
    /** @description See `AgentStageInput` for each field. */
    AgentStage: {
      id: string;
      instructions: string;
      tools?: string[];
      fields: components['schemas']['StageField'][];
      transitions: components['schemas']['StageTransition'][];
      /** @enum {unknown} */
      context: 'all' | 'summary' | 'fields';
      on_enter: components['schemas']['StageAction'][];
      on_exit: components['schemas']['StageAction'][];
      language?: string;
      tts_config?: components['schemas']['ProviderConfig'];
      llm_config?: components['schemas']['ProviderConfig'];
    };
    /** @description See `StageFieldInput` for each field. */
    StageField: {
      name: string;
      /** @enum {unknown} */
      type: 'text' | 'integer' | 'number' | 'boolean' | 'choice' | 'date' | 'digits';
      description: string;
      required: boolean;
      confirm: boolean;
      /** @enum {unknown} */
      filled_by: 'caller' | 'tool';
      attempts: number;
      choices?: string[];
      minimum?: number;
      maximum?: number;
      min_length?: number;
      max_length?: number;
      pattern?: string;
    };
    /** @description See `StageTransitionInput` for each field. */
    StageTransition: {
      to: string;
      /** @enum {unknown} */
      on: 'call' | 'fields' | 'key' | 'silence';
      description?: string;
      when?: components['schemas']['StageCondition'][];
      key?: string;
      seconds?: number;
    };
    /** @description See `StageConditionInput` for each field. */
    StageCondition: {
      field: string;
      is?: string | number | boolean;
      is_not?: string | number | boolean;
      at_least?: number;
      at_most?: number;
      /** @constant */
      failed?: true;
    };
    /** @description See `StageActionInput` for each field. */
    StageAction: {
      say?: string;
      tool?: string;
      arguments?: {
        [key: string]: unknown;
      };
      transfer?: string;
      handover?: string;
      summary?: string;
      /** @constant */
      end?: true;
    };
    /** @description See `HandoverTargetInput` for each field. */
    HandoverTarget: {
      name: string;
      agent_id: string;
      description: string;
      say?: string;
      /** @enum {unknown} */
      context: 'all' | 'summary' | 'fields';
      fields: components['schemas']['StageField'][];
      may_return: boolean;
    };
    /** @description See `TransferTargetInput` for each field. */
    TransferTarget: {
      name: string;
      description: string;
      to: string;
      /** @enum {unknown} */
      mode: 'cold' | 'warm';
      caller_id?: string;
      ring_seconds: number;
      say?: string;
      brief?: string;
      confirm?: components['schemas']['TransferConfirmation'];
    };
    /** @description The key that a person presses to take a transferred call, and the words that ask for it. */
    TransferConfirmation: {
      key: string;
      say: string;
      timeout_secs: number;
    };
    /** @description See `PronunciationInput` for each field. */
    Pronunciation: {
      term: string;
      say_as: string;
      phonemes?: string;
      language?: string;
    };
    /** @description A tool that sends one HTTP request; see `HttpToolInput` for each field. */
    HttpTool: {
      /** @enum {unknown} */
      type: 'http';
      name: string;
      description: string;
      parameters: {
        [key: string]: unknown;
      };
      request: {
        /** @enum {unknown} */
        method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        url: string;
        headers?: {
          [key: string]: string;
        };
        query?: {
          [key: string]: string;
        };
        /** @description A JSON value. */
        body?: unknown;
      };
      timeout_secs: number;
      say_while_waiting?: string;
      response: {
        /** @enum {unknown} */
        format: 'json' | 'text';
        path?: string;
      };
      variables?: {
        [key: string]: string;
      };
      side_effects: boolean;
    };
    /** @description A tool that runs in a page; see `PageToolInput` for each field. */
    PageTool: {
      name: string;
      description: string;
      parameters: {
        [key: string]: unknown;
      };
      timeout_secs: number;
      side_effects: boolean;
      say_while_waiting?: string;
    };
    /** @description A server of the Model Context Protocol; see `McpServerInput` for each field. */
    McpServer: {
      name: string;
      url: string;
      headers?: {
        [key: string]: string;
      };
      timeout_secs: number;
      tools: components['schemas']['McpTool'][];
    };
    /** @description A tool of an MCP server; see `McpToolInput` for each field. */
    McpTool: {
      name: string;
      description: string;
      parameters: {
        [key: string]: unknown;
      };
      side_effects: boolean;
      say_while_waiting?: string;
    };
    /** @description An MCP server, with the fields that an agent has for it. */
    McpToolsRequest: {
      /** @description The endpoint, without placeholders. */
      url: string;
      /** @description See `McpServerInput`. */
      headers?: {
        [key: string]: string;
      } | null;
      /** @description Timeout of opening the session, and of listing the tools; 8 when left out. */
      timeout_secs?: number | null;
      /** @description The custom variables that the headers may use, with their values. */
      variables?: {
        [key: string]: unknown;
      } | null;
    };
    /** @description The tools of an MCP server. */
    McpToolsResponse: {
      /** @description Whether the server has listed its tools. */
      ok: boolean;
      /** @description Why it has not. Null otherwise. */
      reason: string | null;
      /** @description What to do about it. Null when that is not known. */
      cause: string | null;
      /** @description The tools as the server describes them, with `****` in place of secrets. */
      tools: components['schemas']['ListedMcpTool'][];
      /** @description False when the server has more tools than these. */
      is_complete: boolean;
      duration_ms: number;
    };
    /** @description A tool as its server describes it. Without `problem`, it is a tool for `tools` of `McpServerInput`. */
    ListedMcpTool: {
      name: string;
      /** @description The server's description or title. */
      description: string;
      /** @description JSON Schema of the arguments. */
      parameters: {
        [key: string]: unknown;
      };
      /** @description False when the server says that the tool only reads. */
      side_effects: boolean;
      /** @description Why an agent cannot have the tool as it is. Null when it can. */
      problem: string | null;
    };
    /** @description The result of running a tool once. */
    ToolTestResponse: {
      /** @description Whether the tool succeeded. */
      ok: boolean;
      /** @description The HTTP status; null without a response. */
      status: number | null;
      /** @description What the model would read. */
      content: string;
      /** @description Why the tool cannot work, and what to do about it. The model would not read it. Null otherwise. */
      cause: string | null;
      /** @description Call variables that it would set. */
      variables: {
        [key: string]: string;
      };
      /** @description The request with its `Idempotency-Key`, and `****` in place of secrets. */
      request: {
        /** @enum {unknown} */
        method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        url: string;
        headers: {
          [key: string]: string;
        };
        body: string | null;
      };
      duration_ms: number;
    };
    /** @description How the agent behaves in a call; see `AgentBehaviourInput` for each field. */
    AgentBehaviour: {
      interruption_min_words: number;
      user_silence_hangup_seconds: number | null;
      call_timeout_seconds: number | null;
      ignore_user_speech_before_greeting: boolean;
      hold_messages: string[];
      hold_message_timeout_seconds: number | null;
      user_online_detection_enabled: boolean;
      user_online_detection_message: string;
      user_online_detection_seconds: number | null;
      user_online_detection_repeats: number | null;
      user_online_detection_closing_message: string;
      automatic_call_ending: {
        enabled: boolean;
        graceful_llm_call_ending: boolean;
      };
    };
    /** @description A provider and its settings, without secrets and without nulls. */
    ProviderConfig: {
      provider: string;
      /** @description Another provider and its settings, which takes over in a call when the first fails. */
      fallback?: {
        provider: string;
      } & {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    /** @description An agent. */
    AgentResponse: {
      agent_id: string;
      org_id: string;
      name: string;
      /** @enum {unknown} */
      status: 'active' | 'archived';
      /** @enum {unknown} */
      agent_category: 'telephony' | 'websocket';
      created_by: string;
      linked_phone_number: string | null;
      telephony: {
        provider: string;
        application_id: string;
        answer_url: string;
        hangup_url?: string;
      } | null;
      config: components['schemas']['AgentConfig'];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: date-time
       * @description When its configuration, carrier or number last changed. Absent where that was not recorded.
       */
      calls_changed_at?: string;
      /**
       * @description Its published version, which calls run. Absent before the first change of an agent of an earlier release, and after
       *     a change that an earlier release made.
       */
      version?: number;
      /** @description What a share of its calls runs instead. Absent without a canary. */
      canary?: {
        canary_id: string;
        version: number;
        /** @description The published version that it is compared with. */
        base_version: number;
        /** @description How many of 100 calls run it. */
        share_percent: number;
      };
    };
    /**
     * @description What the change is for, kept with the version that it makes. At most 500 characters.
     * @example Opening hours of the summer
     */
    VersionNote: string;
    /** @description A version of an agent, without its configuration. */
    AgentVersionSummary: {
      agent_id: string;
      /** @description Counts from 1. */
      version: number;
      name: string;
      /** @enum {unknown} */
      agent_category: 'telephony' | 'websocket';
      telephony_provider: string | null;
      /** @description Who made it. Null when it was made before versions were recorded, or by an earlier release. */
      created_by: string | null;
      /** Format: date-time */
      created_at: string;
      note?: components['schemas']['VersionNote'];
      /** @description The version whose configuration was published again. */
      restored_from?: number;
      /** @description Of a version that was made for a canary and not published by it. The version that was published then. */
      canary_beside?: number;
      /** @description Paths of what differs from the version before. Empty for the first one. */
      changed_fields: string[];
    };
    /** @description A version of an agent. */
    AgentVersion: {
      agent_id: string;
      /** @description Counts from 1. */
      version: number;
      name: string;
      /** @enum {unknown} */
      agent_category: 'telephony' | 'websocket';
      telephony_provider: string | null;
      config: components['schemas']['AgentConfig'];
      /** @description Who made it. Null when it was made before versions were recorded, or by an earlier release. */
      created_by: string | null;
      /** Format: date-time */
      created_at: string;
      note?: components['schemas']['VersionNote'];
      /** @description The version whose configuration was published again. */
      restored_from?: number;
      /** @description Of a version that was made for a canary and not published by it. The version that was published then. */
      canary_beside?: number;
      /** @description Paths of what differs from the version before. Empty for the first one. */
      changed_fields: string[];
    };
    /** @description A version that a share of an agent's calls runs, beside the published one. */
    AgentCanary: {
      agent_id: string;
      canary_id: string;
      version: number;
      /** @description The published version that it is compared with. */
      base_version: number;
      /** @description How many of 100 calls run it. */
      share_percent: number;
      /** @description A caller who leaves earlier hangs up early. */
      early_hang_up_seconds: number;
      /** @description Conversations after which it ends without a verdict. */
      max_calls: number | null;
      note: string | null;
      /**
       * @description `superseded`: another version was published. `limit_reached`: `max_calls` were compared, and neither version was shown to be
       *     worse.
       * @enum {unknown}
       */
      state: 'running' | 'rolled_back' | 'aborted' | 'promoted' | 'superseded' | 'limit_reached';
      started_by: string;
      /** Format: date-time */
      started_at: string;
      /** @description Null while it runs, and when the platform ended it. */
      ended_by: string | null;
      /** Format: date-time */
      ended_at: string | null;
      /** @description The measure by which it was rolled back. */
      worse_by: components['schemas']['CanaryMeasure'] | null;
      /** @description Conversations that were compared. */
      conversations: {
        canary: number;
        published: number;
      };
      measures: {
        measure: components['schemas']['CanaryMeasure'];
        /**
         * @description Of interrupted and slow calls: the value above which a call counts, the median of the first 40 that were measured. Null
         *     until then.
         */
        limit: number | null;
        canary: components['schemas']['CanaryShare'];
        published: components['schemas']['CanaryShare'];
        /** @description How many times more likely the counts are if the new version is worse. */
        evidence: number;
        /** @description The evidence at which the version is rolled back. */
        evidence_needed: number;
      }[];
    };
    /**
     * @description `early_hang_up`: the caller left early. `failed`: the call failed after it had begun. `unsuccessful`: its analysis judged it
     *     `no`, among those judged `yes` or `no`. `interrupted`: the caller interrupted a larger share of turns than usual. `slow`: replies
     *     took longer than usual on average.
     * @enum {unknown}
     */
    CanaryMeasure: 'early_hang_up' | 'failed' | 'unsuccessful' | 'interrupted' | 'slow';
    /** @description Calls of one version, and those of them that count. */
    CanaryShare: {
      count: number;
      of: number;
      /** @description From 0 to 1; null without calls. */
      share: number | null;
    };
    /** @description How the calls of a version went. */
    AgentVersionMetrics: {
      agent_id: string;
      agent_version: number;
      /** @description All calls of the version. */
      total: number;
      /** @description The newest of them that the figures are about. */
      calls: number;
      /** @description Those that had begun and are over, without mailboxes. The other figures are about these. */
      conversations: number;
      failed: number;
      /** @description Callers who left within 30 seconds. */
      early_hang_ups: number;
      /** @description How their analyses judged them. */
      success: {
        yes: number;
        no: number;
        unknown: number;
      };
      /** @description In seconds. */
      average_duration: number | null;
      /** @description The part of their turns in which callers interrupted, on average. */
      interrupted_share: number | null;
      /** @description What callers waited for replies: the median of the averages of calls. */
      reply_seconds: number | null;
    };
    /** @description A configuration of an agent that no call runs but those that try it. */
    AgentDraft: {
      agent_id: string;
      config: components['schemas']['AgentConfig'];
      /** @description The version that was published when the draft was begun. */
      base_version: number;
      /** @description Another one after each change. */
      revision: string;
      created_by: string;
      /** Format: date-time */
      created_at: string;
      updated_by: string;
      /** Format: date-time */
      updated_at: string;
    };
    /** @description Every place that differs. */
    AgentDifferences: {
      /**
       * @description Names of fields joined by dots, such as `config.prompts.system_prompt`. Items of a list are in brackets, by their name
       *     where they have one: `config.tools[book_table].url`.
       */
      path: string;
      /** @enum {unknown} */
      kind: 'added' | 'removed' | 'changed';
      /** @description The former value; absent where it is added. */
      before?: unknown;
      /** @description The new value; absent where it is removed. */
      after?: unknown;
      /** @description Only of a changed text of several lines. Its lines, in their order. */
      lines?: {
        /** @enum {unknown} */
        kind: 'same' | 'added' | 'removed';
        text: string;
      }[];
    }[];
    /** @description A telephone number, and the last time it was attached or detached. */
    PhoneNumberResponse: {
      phone_number: string;
      provider: string;
      org_id: string;
      agent_id: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @enum {unknown} */
      last_link_action: 'attached' | 'detached' | null;
      last_link_agent_id: string | null;
      last_link_by_email: string | null;
      /** Format: date-time */
      last_link_at: string | null;
      /** @description Its last rest in a caller ID pool, which may be over. There once there was one. */
      resting?: components['schemas']['NumberRest'] | null;
    };
    /** @description The id of a call at its telephony provider. */
    ProviderCallSid: string;
    /** @description What a process of the media runtime calls itself; no two are called the same. */
    CallOwner: string;
    /**
     * @description The quotas of an organisation.
     * @example {
     *       "org_id": "0c6c5d8a-4b0e-4a57-8f5e-0d7f3f1a2b3c",
     *       "quotas": {
     *         "uploads": {
     *           "limit": 5368709120,
     *           "used": 26214400,
     *           "remaining": 5342494720,
     *           "resets_at": null
     *         },
     *         "storage": {
     *           "limit": null,
     *           "used": 126214400,
     *           "remaining": null,
     *           "resets_at": null
     *         },
     *         "documents": {
     *           "limit": 1000,
     *           "used": 12,
     *           "remaining": 988,
     *           "resets_at": null
     *         },
     *         "passages": {
     *           "limit": 500000,
     *           "used": 840,
     *           "remaining": 499160,
     *           "resets_at": null
     *         },
     *         "agents": {
     *           "limit": 1000,
     *           "used": 3,
     *           "remaining": 997,
     *           "resets_at": null
     *         },
     *         "campaigns": {
     *           "limit": 10000,
     *           "used": 8,
     *           "remaining": 9992,
     *           "resets_at": null
     *         },
     *         "erasures": {
     *           "limit": 1000,
     *           "used": 0,
     *           "remaining": 1000,
     *           "resets_at": null
     *         },
     *         "analysis_runs_per_day": {
     *           "limit": 100,
     *           "used": 1,
     *           "remaining": 99,
     *           "resets_at": "2026-02-01T00:00:00.000Z"
     *         },
     *         "calls_per_day": {
     *           "limit": 500,
     *           "used": 41,
     *           "remaining": 459,
     *           "resets_at": "2026-02-01T00:00:00.000Z"
     *         },
     *         "call_minutes_per_month": {
     *           "limit": null,
     *           "used": 310.5,
     *           "remaining": null,
     *           "resets_at": "2026-02-01T00:00:00.000Z"
     *         }
     *       }
     *     }
     */
    OrganisationUsage: {
      org_id: string;
      quotas: {
        /**
         * @description Bytes of documents, contact lists and recordings of rehearsals. Files of deleted documents stay in the store and
         *     count.
         */
        uploads: components['schemas']['QuotaUse'];
        /** @description Bytes of uploads, recordings and transcripts. */
        storage: components['schemas']['QuotaUse'];
        documents: components['schemas']['QuotaUse'];
        /** @description Passages of documents, which are stored with what finds them. */
        passages: components['schemas']['QuotaUse'];
        agents: components['schemas']['QuotaUse'];
        campaigns: components['schemas']['QuotaUse'];
        /** @description Erasures of numbers that are not done. */
        erasures: components['schemas']['QuotaUse'];
        analysis_runs_per_day: components['schemas']['QuotaUse'];
        calls_per_day: components['schemas']['QuotaUse'];
        call_minutes_per_month: components['schemas']['QuotaUse'];
      };
    };
    /** @description Whole days; null keeps without a limit. */
    RetentionDays: number | null;
    /**
     * @description How long an organisation keeps what its calls leave.
     * @example {
     *       "recordings_days": 30,
     *       "transcripts_days": 90,
     *       "calls_days": null
     *     }
     */
    Retention: {
      recordings_days: components['schemas']['RetentionDays'];
      transcripts_days: components['schemas']['RetentionDays'];
      /** @description Call logs. A call that is deleted takes its recording, transcript and everything else with it. */
      calls_days: components['schemas']['RetentionDays'];
    };
    /**
     * @description What is erased.
     * @enum {unknown}
     */
    ErasureScope: 'phone_number' | 'organisation';
    /** @description The erasure of everything about a phone number, or of an organisation's data. */
    Erasure: {
      erasure_id: string;
      org_id: string;
      scope: components['schemas']['ErasureScope'];
      /** @description The first and the last two digits of the number. Null for an organisation. */
      phone_number: string | null;
      /** @enum {unknown} */
      status: 'pending' | 'done';
      /** @description What is gone so far. After a crash of a server some may not be counted. */
      erased: {
        calls: number;
        /** @description Attempts to call contacts of campaigns that had the number. */
        contacts: number;
        /** @description Uploaded files. */
        contact_lists: number;
        campaigns: number;
        documents: number;
        /** @description Everything else, such as deliveries of events. */
        records: number;
      };
      /** @description Calls, contacts and lists that are in use. The erasure waits for them. */
      waiting: number;
      /** @description Why the last attempt failed. It is repeated. */
      error_message: string | null;
      requested_by: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** Format: date-time */
      completed_at: string | null;
    };
    /** @description How long an organisation keeps what its calls leave, in days. */
    RetentionResponse: {
      org_id: string;
      recordings_days: components['schemas']['RetentionDays'];
      transcripts_days: components['schemas']['RetentionDays'];
      calls_days: components['schemas']['RetentionDays'];
    };
    /** @description One quota and how much of it is used. */
    QuotaUse: {
      /** @description The most that may be used; null for no limit. */
      limit: number | null;
      used: number;
      /** @description Null for no limit. */
      remaining: number | null;
      /**
       * Format: date-time
       * @description When `used` begins again at 0; null for never.
       */
      resets_at: string | null;
    };
    /** @description All calls of the organisation, summed up. */
    CallAnalyticsResponse: {
      calls_attempted: number;
      calls_connected: number;
      calls_failed: number;
      /** @description Percent to one decimal. */
      connection_rate: number;
      /** @description Of the connected calls. */
      total_duration_seconds: number;
      /** @description Of the connected calls. */
      average_duration_seconds: number;
      /**
       * @description The connection rate of the last seven days minus that of the seven before, in percentage points to one
       *     decimal; null when nothing was attempted in those.
       */
      trend_vs_last_week_pct: number | null;
      /** @description Anonymous calls from browsers whose caller said and typed nothing. No other figure counts them. */
      attempts_without_speech: number;
      /** @description The busiest agents, the busiest first. */
      agent_performance: {
        agent_id: string;
        agent_name: string | null;
        call_count: number;
      }[];
      /** @description Per stage what served most calls, as the agents are configured now; null when no call can be matched. */
      model_usage: {
        stt: components['schemas']['ModelUsage'];
        tts: components['schemas']['ModelUsage'];
        llm: components['schemas']['ModelUsage'];
      };
    };
    /** @description The provider and model that served most calls. */
    ModelUsage: {
      /** @description Null for a provider that has but one. */
      model: string | null;
      provider: string;
      call_count: number;
    } | null;
    /** @description An uploaded file or a web page. */
    KnowledgeDocumentResponse: {
      document_id: string;
      org_id: string;
      /** @description The name of the file, or the title of the web page. */
      original_filename: string;
      /** @description What kind of file it is, for example `application/pdf`. */
      media_type?: string;
      /** @enum {unknown} */
      status: 'processing' | 'ready' | 'failed';
      /** @description Passages that can be found. */
      chunk_count: number;
      /** @description What its passages and questions to it are embedded with. */
      embedding_model: string | null;
      /** @description Where the file lies in the object store. */
      storage_key: string | null;
      /** @description Why it failed. */
      error_message: string | null;
      /** @description What to know of a ready document, for example which pages have no text. */
      notice?: string;
      web_page?: components['schemas']['WebPage'];
      sitemap?: components['schemas']['Sitemap'];
      /** @description The document of the sitemap that lists the page. */
      sitemap_id?: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /**
     * @description How often a web page is checked automatically. `weekly` by default; `manual` is only on request.
     * @enum {unknown}
     */
    RefreshInterval: 'manual' | 'daily' | 'weekly';
    /** @description The web page that a document is made of. Uploaded files have none. */
    WebPage: {
      url: string;
      refresh: components['schemas']['RefreshInterval'];
      /**
       * Format: date-time
       * @description The last check.
       */
      checked_at: string | null;
      /**
       * Format: date-time
       * @description When the present content was found.
       */
      changed_at: string | null;
      /**
       * Format: date-time
       * @description Null: only when requested.
       */
      next_check_at: string | null;
      /** @description Why the last check failed, and what to do. */
      problem: string | null;
    };
    /** @description The sitemap that a document stands for. Its pages are documents with its `sitemap_id`. */
    Sitemap: {
      path_prefix: string;
      max_pages: number;
      /** @description Pages that it listed at the last check. */
      pages: number;
      /** @description Pages beyond `max_pages` that were found beside these. */
      left_out: number;
    };
    /**
     * @description Where a campaign stands.
     * @enum {unknown}
     */
    CampaignState: 'created' | 'running' | 'paused' | 'completed' | 'failed';
    /** @description Dials in any second, at most. */
    CampaignRate: number;
    /** @description Calls at once, at most; not above the organisation's limit. */
    CampaignConcurrency: number;
    /**
     * @description Two or more agents that share the contacts, the one that others are compared with first. One of them is the `agent_id` of the campaign.
     *     Each contact is called by one of them, also in retries and callbacks, and after a redial. Before the start, the list replaces
     *     the present one, and null removes it. Afterwards the agents must stay the same; weights and names may change, and the agent
     *     of a contact that was dialled stays.
     */
    VariantsInput: components['schemas']['Variant'][] | null;
    /**
     * @description An agent and its share of the contacts.
     * @example {
     *       "agent_id": "4f3a6b52-6d3b-4f8e-9f3a-2c1d7e5b8a90",
     *       "weight": 1,
     *       "name": "Short greeting"
     *     }
     */
    Variant: {
      /** @description Of category `telephony`, with a number. */
      agent_id: string;
      /** @description Its share of the contacts, relative to the other weights. 0: no contacts that were not dialled before. */
      weight: number;
      /** @description The name of the agent when it is left out. */
      name?: string;
    };
    /** @description How the variants of a campaign did, and by how much they differ from the first one. */
    CampaignComparison: {
      campaign_id: string;
      state: components['schemas']['CampaignState'];
      /** Format: date-time */
      compared_at: string;
      /**
       * @description Of all intervals.
       * @example 0.95
       */
      confidence: number;
      /** @description Contacts of the list, without callbacks. */
      contacts: {
        /** @description Those that were read, from the first on. */
        read: number;
        of: number;
      };
      variants: components['schemas']['ComparedVariant'][];
      /** @description Parts of the contacts or conversations of each variant. */
      shares: components['schemas']['ComparedShare'][];
      durations: components['schemas']['ComparedDurations'];
      /** @description Why the comparison is to be read with care. */
      warnings: {
        /** @enum {unknown} */
        code:
          | 'still_running'
          | 'few_contacts'
          | 'many_comparisons'
          | 'redialled_contacts'
          | 'weights_changed'
          | 'uneven_split'
          | 'agent_changed'
          | 'different_numbers'
          | 'first_contacts_only';
        message: string;
      }[];
    };
    /** @description A variant, and its contacts that were dialled. */
    ComparedVariant: {
      agent_id: string;
      /** @description Of the variant, else of the agent. */
      name: string;
      /** @description Null when the campaign has no variants. */
      weight: number | null;
      /** @description Contacts that were dialled. */
      contacts: number;
      /** @description Those of them that are final. */
      finished: number;
      /** @description Their dials. */
      dials: number;
      /** @description Their conversations with a result of the analysis. */
      analysed: number;
      /** @description The versions of the agent that their last conversations ran, ascending. */
      agent_versions: number[];
    };
    /**
     * @description A part of each variant. `outcome`: finished contacts that ended so. `success`: conversations with a result that the analysis
     *     judges a success. `field`: conversations with a result in which the field has the value; of a field that is true or false, `true`.
     */
    ComparedShare: {
      /** @enum {unknown} */
      kind: 'outcome' | 'success' | 'field';
      /** @description The name of the field. Null for others. */
      field: string | null;
      value: string;
      /** @description One for each variant. */
      shares: {
        agent_id: string;
        count: number;
        /** @description 0: there are none, or the analysis of the agent has no such field. */
        of: number;
        /** @description From 0 to 1. Null of 0. */
        share: number | null;
        /** @description Lower end of its interval. */
        low: number | null;
        /** @description Upper end. */
        high: number | null;
      }[];
      differences: components['schemas']['VariantDifferences'];
    };
    /** @description How long the last conversation of each contact took, in seconds. */
    ComparedDurations: {
      /** @description One for each variant. */
      means: {
        agent_id: string;
        conversations: number;
        mean: number | null;
        /** @description Lower end of its interval. Null with fewer than 5 conversations. */
        low: number | null;
        /** @description Upper end. */
        high: number | null;
        median: number | null;
      }[];
      differences: components['schemas']['VariantDifferences'];
    };
    /** @description One for each variant after the first, less the first. */
    VariantDifferences: {
      agent_id: string;
      difference: number | null;
      /** @description Lower end of its interval. */
      low: number | null;
      /** @description Upper end. */
      high: number | null;
      /**
       * @description `no_difference_shown`: the interval contains 0. `not_comparable`: one of the two has no contacts to compare, or fewer
       *     than 5 conversations.
       * @enum {unknown}
       */
      conclusion: 'higher' | 'lower' | 'no_difference_shown' | 'not_comparable';
    }[];
    /** @description Which outcomes are dialled again, how often and how much later. */
    RetryConfigInput: {
      /** @description true when left out. */
      enabled?: boolean;
      /** @description 2 when left out. */
      max_retries?: number;
      /** @description 120 when left out. */
      retry_delay_seconds?: number;
      /** @description true when left out. */
      retry_on_busy?: boolean;
      /** @description true when left out. */
      retry_on_no_answer?: boolean;
      /** @description false when left out. */
      retry_on_voicemail?: boolean;
      plans?: components['schemas']['RetryPlansInput'];
      /**
       * @description An answered call that is shorter, and that the agent did not end, is hung up early (`plans.hung_up_early`). 10 when left
       *     out.
       */
      early_seconds?: number;
      by_analysis?: components['schemas']['AnalysisRetryInput'];
    };
    /**
     * @description How the analysis of an answered call decides whether its contact is dialled again. Until it is there the contact is not
     *     final. It replaces what there was as a whole; null removes it.
     * @example {
     *       "field": "result",
     *       "plans": [
     *         {
     *           "values": [
     *             "unfinished"
     *           ],
     *           "delays_seconds": [
     *             3600,
     *             86400
     *           ],
     *           "vary_hours": true
     *         },
     *         {
     *           "values": [
     *             "wrong_person"
     *           ],
     *           "delays_seconds": []
     *         }
     *       ]
     *     }
     */
    AnalysisRetryInput: {
      /** @description One of the properties of `analysis.fields` of the agent, or `success`: whether the call met its `success_criterion`. */
      field: string;
      /** @description A value that no plan has makes the contact final, unless the person hung up early. */
      plans: {
        /** @description In any case; in one plan each. */
        values: string[];
        /**
         * @description How much later than the end of the call, after the first attempt, after the second, and so on, at most as many as
         *     `max_retries`. Without any the contact is final.
         */
        delays_seconds: number[];
        /** @description Whether the next attempt is at another time of the day, at least three hours from that of the last one. */
        vary_hours?: boolean;
      }[];
      /**
       * @description How long the analysis of a call is waited for. Then the contact is final, unless the person hung up early. 1800 when left
       *     out.
       */
      wait_seconds?: number;
    } | null;
    /**
     * @description Outcomes with a plan of their own, which `retry_delay_seconds` and `retry_on_…` do not concern. Null removes the plan of an
     *     outcome; those that are left out stay as they are.
     * @example {
     *       "busy": {
     *         "delays_seconds": [
     *           300,
     *           900
     *         ]
     *       },
     *       "no_answer": {
     *         "delays_seconds": [
     *           14400,
     *           86400
     *         ],
     *         "vary_hours": true
     *       }
     *     }
     */
    RetryPlansInput: {
      busy?: components['schemas']['RetryPlanInput'];
      declined?: components['schemas']['RetryPlanInput'];
      no_answer?: components['schemas']['RetryPlanInput'];
      unreachable?: components['schemas']['RetryPlanInput'];
      voicemail?: components['schemas']['RetryPlanInput'];
      failed?: components['schemas']['RetryPlanInput'];
      hung_up_early?: components['schemas']['RetryPlanInput'];
    };
    /** @description When a contact is dialled again after an outcome. */
    RetryPlanInput: {
      /**
       * @description How much later, after the first attempt, after the second, and so on, at most as many as `max_retries`. A contact that has
       *     this outcome after one more attempt is final.
       */
      delays_seconds: number[];
      /**
       * @description Whether the next attempt is at another time of the day, at least three hours from that of the last one. It is moved back
       *     as far as that takes. `false` when left out.
       */
      vary_hours?: boolean;
    } | null;
    /** @description When a contact is dialled again after an outcome. */
    RetryPlan: {
      delays_seconds: number[];
      /** @description There when it was given. */
      vary_hours?: boolean;
    };
    /** @description When dialling is allowed, by the clocks of one time zone or of each contact. Without it, always. */
    ScheduleConfigInput: {
      /** @description true when left out. */
      enabled?: boolean;
      /** @description An IANA name such as `Asia/Kolkata`. */
      timezone?: string;
      /**
       * @description Whether the slots are in local time of each contact. Its zone is that of `timezone_column`. Where that is blank, the
       *     slots must be open in all zones of the number: those of its area code in North America, Brazil and Mexico, else of
       *     its country. `timezone` counts for numbers of no country. A contact for which no such time exists is refused
       *     (`no_common_hours`).
       */
      use_contact_timezone?: boolean;
      /** @description Column of the contact list with IANA names; `timezone` when it is left out or null. */
      timezone_column?: string | null;
      /**
       * @description Whether there are no dials on a public holiday of a country that the number may be in, by local time. The operator of
       *     the platform lists the holidays.
       */
      observe_holidays?: boolean;
      slots?: {
        /** @description 0 is Monday. */
        day_of_week: number;
        /** @description HH:MM, included. */
        start_time: string;
        /** @description HH:MM, not included. One that is not after the start lies on the next day; 24:00 ends the day. */
        end_time: string;
      }[];
    };
    /** @description When a campaign pauses itself, or stops dialling and probes, because calls fail. Without it, never. */
    CircuitBreakerInput: {
      /** @description true when left out. */
      enabled?: boolean;
      /** @description 0.5 when left out. */
      failure_threshold?: number;
      /** @description 300 when left out. */
      window_seconds?: number;
      /** @description 5 when left out. */
      min_calls_in_window?: number;
      /**
       * @description The campaign does not pause. After this time it dials one contact: when that call gets through, the campaign continues;
       *     when it fails, the next one follows after twice the time, at most an hour. When it is left out or null, the campaign
       *     pauses.
       */
      probe_after_seconds?: number | null;
    };
    /** @description Which outcomes are dialled again. */
    RetryConfig: {
      enabled: boolean;
      max_retries: number;
      retry_delay_seconds: number;
      retry_on_busy: boolean;
      retry_on_no_answer: boolean;
      retry_on_voicemail: boolean;
      /** @description Outcomes with a plan of their own. There when one was given. */
      plans?: {
        busy?: components['schemas']['RetryPlan'];
        declined?: components['schemas']['RetryPlan'];
        no_answer?: components['schemas']['RetryPlan'];
        unreachable?: components['schemas']['RetryPlan'];
        voicemail?: components['schemas']['RetryPlan'];
        failed?: components['schemas']['RetryPlan'];
        hung_up_early?: components['schemas']['RetryPlan'];
      };
      /** @description There when it was given. */
      early_seconds?: number;
      /** @description How the analysis decides on answered calls. There when it was given. */
      by_analysis?: {
        field: string;
        plans: {
          values: string[];
          delays_seconds: number[];
          /** @description There when it was given. */
          vary_hours?: boolean;
        }[];
        wait_seconds: number;
      };
    };
    /** @description When dialling is allowed. */
    ScheduleConfig: {
      enabled: boolean;
      /** @description An IANA name. */
      timezone: string;
      /** @description There when it was given. */
      use_contact_timezone?: boolean;
      /** @description There when it was given. */
      timezone_column?: string;
      /** @description There when it was given. */
      observe_holidays?: boolean;
      slots: {
        /** @description 0 is Monday. */
        day_of_week: number;
        /** @description HH:MM, included. */
        start_time: string;
        /** @description HH:MM, not included. */
        end_time: string;
      }[];
    };
    /** @description When a campaign pauses, or stops dialling and probes, because calls fail. */
    CircuitBreaker: {
      enabled: boolean;
      failure_threshold: number;
      window_seconds: number;
      min_calls_in_window: number;
      /** @description There when it was given. */
      probe_after_seconds?: number;
    };
    /**
     * @description A circuit breaker that has tripped in a running campaign. `open`: no contact is dialled before `probe_at`. `half_open`: one
     *     contact is dialled as a probe, and its outcome decides.
     */
    OpenBreaker: {
      /** @enum {unknown} */
      state: 'open' | 'half_open';
      /** @description Why it tripped, for people. */
      reason: string;
      /** Format: date-time */
      opened_at: string;
      /** @description How often it has tripped: once, and once more for each probe that failed. Absent where it was not counted. */
      trips?: number;
      /** @description The wait before the probe. It doubles with each one that fails. */
      wait_seconds: number;
      /**
       * Format: date-time
       * @description When the probe may be dialled.
       */
      probe_at: string;
      /** @description The `queued_run_id` of the probe. There once it was dialled. */
      probe_run_id?: string;
    };
    /** @description A number that the organisation does not call. */
    Suppression: {
      /** @description In E.164. */
      phone_number: string;
      /** @description Why, for people. */
      reason: string | null;
      source: components['schemas']['SuppressionSource'];
      /** @description The call in which the person asked for it. There is none for `api` and `import`. */
      call_id?: string;
      /** @description Who added it. */
      created_by: string;
      /** Format: date-time */
      created_at: string;
    };
    /** @description A dial that was agreed with a person. */
    Callback: {
      callback_id: string;
      /** @description The campaign that makes it. */
      campaign_id: string;
      /** @description In E.164. */
      phone_number: string;
      /** @description The call in which it was agreed. */
      call_id: string;
      /**
       * @description Whether the agent agreed it with the person, or a member scheduled it.
       * @enum {unknown}
       */
      source: 'tool' | 'api';
      /** @description The agent or the member. */
      requested_by: string;
      /** Format: date-time */
      requested_at: string;
      /**
       * Format: date-time
       * @description The agreed time.
       */
      at: string;
      /** @description The zone in which it was said. */
      timezone: string;
      note: string | null;
      /**
       * @description `scheduled`: waits. `calling`: is dialled or talks. `retrying`: was not reached and is dialled again as the campaign's
       *     settings say. `done`: over, see `outcome`. `refused`: must not be dialled any more, as `outcome` says.
       * @enum {unknown}
       */
      status: 'scheduled' | 'calling' | 'retrying' | 'done' | 'refused' | 'canceled';
      /** @description The outcome of its dial. */
      outcome: string | null;
      /** @description Why it is dialled later than agreed. Null when it is not. */
      deferral: {
        /** @enum {unknown} */
        reason: 'dial_cap' | 'outside_hours' | 'holiday' | 'in_call';
        /**
         * Format: date-time
         * @description When it may be dialled, unless settings change before.
         */
        until: string;
      } | null;
      /** @description Its call, the last one if it was retried. */
      callback_call_id: string | null;
    };
    /** @description A callback that has just been agreed. */
    AgreedCallback: {
      callback_id: string;
      /** @description The campaign that makes it. */
      campaign_id: string;
      /** @description In E.164. */
      phone_number: string;
      /** @description The call in which it was agreed. */
      call_id: string;
      /**
       * @description Whether the agent agreed it with the person, or a member scheduled it.
       * @enum {unknown}
       */
      source: 'tool' | 'api';
      /** @description The agent or the member. */
      requested_by: string;
      /** Format: date-time */
      requested_at: string;
      /**
       * Format: date-time
       * @description The agreed time.
       */
      at: string;
      /** @description The zone in which it was said. */
      timezone: string;
      note: string | null;
      /**
       * @description `scheduled`: waits. `calling`: is dialled or talks. `retrying`: was not reached and is dialled again as the campaign's
       *     settings say. `done`: over, see `outcome`. `refused`: must not be dialled any more, as `outcome` says.
       * @enum {unknown}
       */
      status: 'scheduled' | 'calling' | 'retrying' | 'done' | 'refused' | 'canceled';
      /** @description The outcome of its dial. */
      outcome: string | null;
      /** @description Why it is dialled later than agreed. Null when it is not. */
      deferral: {
        /** @enum {unknown} */
        reason: 'dial_cap' | 'outside_hours' | 'holiday' | 'in_call';
        /**
         * Format: date-time
         * @description When it may be dialled, unless settings change before.
         */
        until: string;
      } | null;
      /** @description Its call, the last one if it was retried. */
      callback_call_id: string | null;
      /**
       * @description Its time in words.
       * @example Saturday 28 November 2026 at 17:00 (America/Chicago)
       */
      time_in_words: string;
    };
    /**
     * @description `api`: a request added it. `import`: it was a row of an imported list. `tool`, `keypad`: the person on a call asked for it, in
     *     words or with a key. `analysis`: the analysis of a call found that the person did.
     * @enum {unknown}
     */
    SuppressionSource: 'api' | 'import' | 'tool' | 'keypad' | 'analysis';
    /** @description Dials of one number; null stands for no limit. */
    DialCap: number | null;
    /**
     * @description How often a number is dialled at most. A dial that the carrier refuses counts, too.
     * @example {
     *       "max_dials_per_day": 3,
     *       "max_dials_per_week": 7
     *     }
     */
    DialCaps: {
      /** @description Within any 24 hours. */
      max_dials_per_day: components['schemas']['DialCap'];
      /** @description Within any 7 times 24 hours. */
      max_dials_per_week: components['schemas']['DialCap'];
    };
    /**
     * @description Caps of a campaign, which count beside those of the organisation: the stricter one applies. The dials of all campaigns
     *     and outbound calls of the organisation count.
     */
    DialCapsInput: {
      max_dials_per_day?: components['schemas']['DialCap'];
      max_dials_per_week?: components['schemas']['DialCap'];
    };
    /**
     * @description Where the contact list says who agreed to be called. Anyone else is refused (`no_consent`), and so is a contact whose
     *     consent has expired. With null, consent is not required any more.
     */
    ConsentInput: {
      /** @description Required when it is given first. */
      column?: string;
      /** @description What stands there when the contact agreed, in any case; `yes`, `true` and `1` when it is left out. */
      accepted_values?: string[];
      /**
       * @description Column with the last day, such as `2026-12-31`, or the time until which the consent holds. Where it is blank, it does not
       *     expire. With null, no consent expires.
       */
      expiry_column?: string | null;
    } | null;
    /** @description Where the contact list says who agreed to be called. */
    Consent: {
      column: string;
      accepted_values: string[];
      expiry_column?: string;
    };
    /**
     * @description Numbers of the organisation that the campaign calls from, one of which is chosen for each dial: the number that the contact
     *     was called from before, else one of its area code or country, else the one whose last dial is longest ago. Null removes
     *     the pool.
     * @example {
     *       "numbers": [
     *         "+14155550100",
     *         "+12125550100"
     *       ],
     *       "min_answer_rate": 0.1
     *     }
     */
    CallerIdPoolInput: {
      /** @description In E.164, at the carrier of the agent. Required when it is given first. */
      numbers?: string[];
      /**
       * @description Whether numbers of the country of the contact come first, of these the ones with the longest beginning in common with its
       *     number. In North America only a whole area code counts. `true` when left out.
       */
      local_presence?: boolean;
      /**
       * @description The least share of calls that a person answers. A number below it rests: no campaign with a `min_answer_rate` dials from
       *     it. Null, the default: none rests, and rests that there are do not count for this campaign.
       */
      min_answer_rate?: number | null;
      /** @description The newest calls of this campaign by which a number is judged. `50` when left out. */
      min_calls?: number;
      /** @description How long a number rests. `24` when left out. */
      rest_hours?: number;
      /** @description The least time between two dials of this campaign from one number. `0` when left out. */
      min_interval_seconds?: number;
    } | null;
    /** @description Numbers that the campaign calls from. */
    CallerIdPool: {
      numbers: string[];
      local_presence: boolean;
      min_answer_rate: number | null;
      min_calls: number;
      rest_hours: number;
      min_interval_seconds: number;
    };
    /** @description A number that a campaign calls from. */
    CallerId: {
      phone_number: string;
      /** @description Whether it is in the pool now. */
      in_pool: boolean;
      /** @description Whether it is one of the organisation's numbers at the carrier of the agent. */
      is_usable: boolean;
      /**
       * @description Calls from it that are over. Canceled calls, unknown outcomes and calls of numbers that do not exist say nothing about
       *     it, and do not count.
       */
      dials: number;
      /** @description Those that a person answered. */
      answered: number;
      /** @description From 0 to 1; null without calls. */
      answer_rate: number | null;
      /** @description Null while it is dialled from. */
      resting: components['schemas']['NumberRest'] | null;
    };
    /** @description Why a number of a caller ID pool is not dialled from for a while. */
    NumberRest: {
      /** Format: date-time */
      since: string;
      /** Format: date-time */
      until: string;
      /** @description The newest calls from it then. */
      calls: number;
      /** @description How many of them a person answered. */
      answered: number;
      /** @description The least share then. */
      min_answer_rate: number;
      /** @description The campaign with these calls. */
      campaign_id: string;
    };
    /** @description A contact that waits although its dial was due, or for the analysis of its call. */
    DeferredContact: {
      /** @description Position in the list, from 0. */
      contact_index: number;
      phone_number: string;
      /**
       * @description `dial_cap`: the number was dialled as often as allowed. `outside_hours`, `holiday`: the schedule is closed in one of
       *     `timezones`. `in_call`: another dial of the same person is under way. `analysis`: whether it is dialled again depends
       *     on the analysis of its call.
       * @enum {unknown}
       */
      reason: 'dial_cap' | 'outside_hours' | 'holiday' | 'in_call' | 'analysis';
      /** @description The call that is analysed. There for `analysis`. */
      call_id?: string;
      /** @description Zones that the contact may be in. There for `outside_hours` and `holiday`. */
      timezones?: string[];
      /** @description Its name. There for `holiday`. */
      holiday?: string;
      /** @description The cap that is reached. There for `dial_cap`. */
      cap?: {
        /** @enum {unknown} */
        window: 'day' | 'week';
        limit: number;
        /** @description Dials within the window. */
        dials: number;
      };
      /**
       * Format: date-time
       * @description When it may be dialled, unless settings change before; how long the analysis is waited for.
       */
      until: string;
      /** Format: date-time */
      deferred_at: string;
    };
    /**
     * @description Why a contact is not dialled. `suppressed`: its number is on the suppression list. `no_consent`: the contact list does not
     *     have its consent, or it has expired. `no_common_hours`: the schedule is never open in all time zones that it may be in.
     *     `callback_agreed`: the person is called back at an agreed time instead of being dialled again. `reached`: a callback of a
     *     person who was reached since it was agreed. `too_late`: a callback that could not be made within an hour of its time.
     * @enum {unknown}
     */
    RefusalReason: 'suppressed' | 'no_consent' | 'no_common_hours' | 'callback_agreed' | 'reached' | 'too_late';
    /** @description Refused contacts by reason. There once there is one. */
    RefusedBy: {
      suppressed?: number;
      no_consent?: number;
      no_common_hours?: number;
      callback_agreed?: number;
      reached?: number;
      too_late?: number;
    };
    /**
     * @description Why a contact that answered is dialled again, or is not. `value`: the analysis has the value of a plan. `hung_up_early`: the
     *     person hung up early. `no_plan`: no value of the analysis has a plan. `no_analysis`: it failed, or did not come in time.
     *     `suppressed`, `callback`, `erased`: whatever was found, the number is suppressed, a callback was agreed, or the number was
     *     erased.
     * @enum {unknown}
     */
    DecisionReason: 'value' | 'hung_up_early' | 'no_plan' | 'no_analysis' | 'suppressed' | 'callback' | 'erased';
    /** @description What was decided about a contact that answered. */
    DecidedContact: {
      /** @description Position in the list, from 0. */
      contact_index: number;
      phone_number: string;
      /** @description 0 for the first dial. */
      attempt: number;
      /** @description The call that was answered. */
      call_id: string | null;
      reason: components['schemas']['DecisionReason'];
      /** @description There for `value`. */
      value?: string;
      /**
       * Format: date-time
       * @description When the contact is dialled again, at the earliest. Null: it is final.
       */
      retry_at: string | null;
      /** Format: date-time */
      decided_at: string;
    };
    /** @description What was decided about contacts that answered, by reason and value. There once something was. */
    RetryDecisions: {
      reason: components['schemas']['DecisionReason'];
      /** @description There for `value`. */
      value?: string;
      /** @description How many contacts it has dialled again. */
      retried: number;
      /** @description How many contacts it made final. */
      final: number;
    }[];
    /** @description A contact that a campaign did not dial. */
    RefusedContact: {
      /** @description Position in the list, from 0. */
      contact_index: number;
      phone_number: string;
      reason: components['schemas']['RefusalReason'];
      /** @description What the contact list says. There for `no_consent`. */
      consent?: {
        column: string;
        /** @description At most its first 100 characters. */
        value: string;
        /** @description The day or time of its expiry; null for none. */
        expires: string | null;
      };
      /** @description Zones that the contact may be in. There for `no_common_hours`. */
      timezones?: string[];
      /** @description The entry of the suppression list that was in effect. There for `suppressed`. */
      suppression?: {
        reason: string | null;
        source: components['schemas']['SuppressionSource'];
        call_id?: string;
        /** Format: date-time */
        created_at: string;
      };
      /** @description The callback in the place of the dial. There for `callback_agreed`. */
      callback?: {
        callback_id: string;
        /** Format: date-time */
        at: string;
      };
      /** @description The call in which the person was reached. There for `reached`. */
      reached?: {
        call_id: string | null;
      };
      /** @description The agreed time, and until when the callback could be made. There for `too_late`. */
      late?: {
        /** Format: date-time */
        at: string;
        /** Format: date-time */
        latest: string;
      };
      /**
       * Format: date-time
       * @description When the dial was due and refused.
       */
      refused_at: string;
    };
    /**
     * @description How calls are assumed to go, where it is to differ from earlier calls and from the defaults. Shares are parts of dials;
     *     those of first dials are at most 1 together, and the rest is not answered.
     */
    CallAssumptionsInput: {
      /** @description First dials that a person answers. */
      answered_share?: number;
      /** @description Retries that a person answers. */
      retry_answered_share?: number;
      /** @description First dials that a machine answers. */
      voicemail_share?: number;
      /** @description First dials that are busy or declined. */
      busy_share?: number;
      /** @description First dials to invalid numbers, and failures. */
      failed_share?: number;
      /** @description From the dial to the answer. */
      ring_seconds?: number;
      /** @description How long an unanswered call rings. */
      no_answer_seconds?: number;
      /** @description From the dial to the end of a busy or failed call. */
      busy_seconds?: number;
      /** @description From the answer of a person to the end; the mean. */
      talk_seconds?: number;
      /** @description Its standard deviation, divided by the mean. */
      talk_variation?: number;
      /** @description From the answer of a machine to the end. */
      voicemail_seconds?: number;
      /** @description Characters that are synthesised in a minute of a call. */
      characters_per_minute?: number;
      /** @description Tokens that its language model reads in a minute of a call. */
      input_tokens_per_minute?: number;
      /** @description Tokens that its language model writes in a minute of a call. */
      output_tokens_per_minute?: number;
      /** @description What differs in some hours of the day, by local time of the callee. The first that fit count. Without it, nothing does. */
      hours?: components['schemas']['AssumedHours'][];
    };
    /** @description What is assumed of dials in some hours of the day, where it differs; see `CallAssumptionsInput`. */
    AssumedHours: {
      /** @description As HH:MM. */
      from: string;
      /** @description As HH:MM, later than `from`; `24:00` ends the day. */
      to: string;
      answered_share?: number;
      retry_answered_share?: number;
      voicemail_share?: number;
      busy_share?: number;
      failed_share?: number;
      ring_seconds?: number;
      no_answer_seconds?: number;
      busy_seconds?: number;
      talk_seconds?: number;
      talk_variation?: number;
      voicemail_seconds?: number;
    };
    /**
     * @description A field of `CallAssumptions`.
     * @enum {unknown}
     */
    AssumptionName:
      | 'answered_share'
      | 'retry_answered_share'
      | 'voicemail_share'
      | 'busy_share'
      | 'failed_share'
      | 'ring_seconds'
      | 'no_answer_seconds'
      | 'busy_seconds'
      | 'talk_seconds'
      | 'talk_variation'
      | 'voicemail_seconds'
      | 'characters_per_minute'
      | 'input_tokens_per_minute'
      | 'output_tokens_per_minute';
    /** @description How calls are assumed to go; see `CallAssumptionsInput`. */
    CallAssumptions: {
      /** @description First dials that a person answers. */
      answered_share: number;
      /** @description Retries that a person answers. */
      retry_answered_share: number;
      /** @description First dials that a machine answers. */
      voicemail_share: number;
      /** @description First dials that are busy or declined. */
      busy_share: number;
      /** @description First dials to invalid numbers, and failures. */
      failed_share: number;
      /** @description From the dial to the answer. */
      ring_seconds: number;
      /** @description How long an unanswered call rings. */
      no_answer_seconds: number;
      /** @description From the dial to the end of a busy or failed call. */
      busy_seconds: number;
      /** @description From the answer of a person to the end; the mean. */
      talk_seconds: number;
      /** @description Its standard deviation, divided by the mean. */
      talk_variation: number;
      /** @description From the answer of a machine to the end. */
      voicemail_seconds: number;
      /** @description Characters that are synthesised in a minute of a call. */
      characters_per_minute: number;
      /** @description Tokens that its language model reads in a minute of a call. */
      input_tokens_per_minute: number;
      /** @description Tokens that its language model writes in a minute of a call. */
      output_tokens_per_minute: number;
      /** @description What differs in some hours of the day, by local time of the callee. The first that fit count. Without it, nothing does. */
      hours?: components['schemas']['AssumedHours'][];
    };
    /**
     * @description What the estimate rests on. It does not consider other calls of the organisation, failures of the carrier, the circuit
     *     breaker, and later changes of settings and lists.
     */
    PreviewAssumptions: {
      values: components['schemas']['CallAssumptions'];
      /**
       * @description Whose earlier calls the observed values come from; `defaults` with fewer than 50 of them.
       * @enum {unknown}
       */
      based_on: 'agent' | 'organisation' | 'defaults';
      /** @description The number of these calls, of the newest 500. */
      earlier_calls: number;
      /** @description The values that come from earlier calls. The others are given, or defaults. */
      observed: components['schemas']['AssumptionName'][];
      /** @description The values of the request. */
      given: components['schemas']['AssumptionName'][];
      /** @description Calls at once; the organisation is assumed to have no others. */
      concurrent_calls: number;
      /** @description Of the campaign, and of the account at its carrier. */
      dials_per_second: number;
      /** @description Running campaigns, which would share the calls. They are not considered. */
      other_running_campaigns: number;
      /**
       * @description Whether some consents are taken as if they did not expire during the campaign, because the list has too many different
       *     ones. Those that have expired at its beginning are refused in any case.
       */
      ignores_consent_expiry: boolean;
    };
    /** @description Expected usage and what it costs. */
    EstimatedCostItem: {
      /**
       * @description The kind of provider.
       * @enum {unknown}
       */
      kind: 'stt' | 'tts' | 'llm' | 'telephony';
      /** @description The provider’s id. */
      provider: string;
      /** @description The model. Null for carriers and for providers without models. */
      model: string | null;
      /**
       * @description What is counted; see `UsageItem`.
       * @example output_tokens
       */
      metric: string;
      /** @description How much of it. */
      quantity: number;
      /** @description The price. Null when the price table has none. */
      unit_price: components['schemas']['UnitPrice'] | null;
      /** @description A decimal, rounded to a millionth. Null when the line is not priced. */
      amount: string | null;
    };
    /**
     * @description What the campaign is expected to do. A list of fewer than 20,000 contacts is played several times: numbers are means,
     *     times are medians.
     */
    CampaignEstimate: {
      /**
       * Format: date-time
       * @description The first dial. Null when there is none.
       */
      begins_at: string | null;
      /**
       * Format: date-time
       * @description The end of the last call. Null when the campaign does not end within a year.
       */
      ends_at: string | null;
      /** @description Of ten campaigns, eight end between these. Null for a long list, which is played once. */
      ends_between: {
        /** Format: date-time */
        earliest: string;
        /** Format: date-time */
        latest: string;
      } | null;
      /** @description With retries. */
      dials: number;
      /** @description Contacts that are dialled at least once. */
      contacts_dialled: number;
      /** @description Contacts that a person answers. */
      reached: number;
      /** @description Dials by their outcome. */
      outcomes: {
        answered: number;
        voicemail: number;
        busy: number;
        failed: number;
        no_answer: number;
      };
      /** @description Contacts whose consent expires before they are reached, by reason. */
      refused_later: components['schemas']['RefusedBy'];
      /** @description Contacts that are still to be dialled after a year, or that the schedule never allows to dial. */
      unfinished: number;
      /** @description Of answered calls, those of machines included. */
      talk_minutes: number;
      /** @description By the price table of the installation. */
      cost: {
        /**
         * @description ISO 4217.
         * @example USD
         */
        currency: string;
        /** @description The sum of the lines that have a price, a decimal. */
        amount: string;
        /** @description Of ten campaigns, eight cost between these. Null for a long list. */
        amount_between: {
          lowest: string;
          highest: string;
        } | null;
        /** @description Lines without a price. Above 0 the sum is incomplete. */
        unpriced_lines: number;
        lines: components['schemas']['EstimatedCostItem'][];
      };
    };
    /** @description A contact, what is decided on it, and the prompts of its call. */
    PreviewedContact: {
      /** @description Position in the list, from 0. */
      contact_index: number;
      phone_number: string;
      /**
       * @description At the beginning. `dial`: when its turn comes.
       * @enum {unknown}
       */
      decision: 'dial' | 'deferred' | 'refused';
      /**
       * @description Why it is deferred or refused. Null when it is dialled.
       * @enum {unknown}
       */
      reason:
        | 'suppressed'
        | 'no_consent'
        | 'no_common_hours'
        | 'callback_agreed'
        | 'reached'
        | 'too_late'
        | 'dial_cap'
        | 'outside_hours'
        | 'holiday'
        | 'in_call'
        | null;
      /**
       * Format: date-time
       * @description When a deferred contact may be dialled.
       */
      until: string | null;
      /** @description Who calls. There when several agents share the contacts. */
      agent_id?: string;
      /** @description The prompt with the variables of the contact; at most 20,000 characters. Null without an agent. */
      system_prompt: string | null;
      /** @description The greeting with them. */
      greeting_message: string | null;
      /** @description Names in the prompt and the greeting without a value, which are left out there. */
      missing_variables: string[];
    };
    /** @description What a campaign would do if it were started. */
    CampaignPreview: {
      campaign_id: string;
      /**
       * Format: date-time
       * @description When it would begin.
       */
      starts_at: string;
      /** @description Contacts that are still to be dialled, by what is decided on them at the beginning. */
      contacts: {
        total: number;
        /** @description To be dialled, at once or later. */
        to_dial: number;
        refused: number;
        refused_by: components['schemas']['RefusedBy'];
        /** @description Of those to be dialled, those that may not be dialled at the beginning. */
        deferred: number;
        deferred_by: {
          dial_cap?: number;
          outside_hours?: number;
          holiday?: number;
          in_call?: number;
        };
        /** @description Contacts with the number of an earlier one. An upload has none. */
        duplicates: number;
        /** @description Rows of the list without a number that can be dialled. */
        skipped_rows: number;
      };
      /** @description What each agent would dial. There when several agents share the contacts. */
      agents?: {
        agent_id: string;
        /** @description Null when there is no such agent any more. */
        name: string | null;
        to_dial: number;
      }[];
      /** @description Null when every contact was judged. Otherwise the counts are estimates. */
      sample: {
        judged: number;
        of: number;
      } | null;
      estimate: components['schemas']['CampaignEstimate'];
      assumptions: components['schemas']['PreviewAssumptions'];
      /** @description What keeps the campaign from dialling, or would pause it. */
      problems: string[];
      first_contacts: components['schemas']['PreviewedContact'][];
    };
    /**
     * @description Callees of a rehearsal. Each contact belongs to a group in all its calls; the same seed draws the same calls. Without
     *     a population, callees are as the assumptions of the preview have it.
     */
    Population: {
      /** @description Without it, 1. */
      seed?: number;
      groups: {
        name: string;
        /** @description Part of the contacts. They are 1 together. */
        share: number;
        /** @description Part of the dials that a person answers. */
        answers: number;
        /** @description Hours in which that differs, by local time of the callee. The first that fits counts. */
        hours?: {
          /** @description As HH:MM. */
          from: string;
          /** @description As HH:MM, later than `from`; `24:00` ends the day. */
          to: string;
          answers: number;
        }[];
        /** @description Part of the dials that no person answers that go to a mailbox. Without it, none. */
        voicemail?: number;
        /** @description Part of them that are busy. Without it, none. */
        busy?: number;
        /** @description Whether the numbers do not exist. */
        invalid?: boolean;
        /** @description Until an answer. Without it, 15. */
        ring_seconds?: number;
        /** @description How long an unanswered call rings. Without it, 60. */
        no_answer_seconds?: number;
        /** @description How long a call to a mailbox takes. Without it, 20. */
        voicemail_seconds?: number;
        /**
         * @description What a person says, and how long the conversation takes then. Without it, a minute. Drawn lengths are half the
         *     mean to one and a half times the mean.
         */
        says?: {
          text: string;
          /** @description Part of the conversations. They are 1 together. */
          share: number;
          talk_seconds: number;
        }[];
      }[];
    };
    /** @description How a rehearsed campaign went. */
    RehearsedCampaign: {
      /**
       * Format: date-time
       * @description The first dial.
       */
      begins_at: string | null;
      /**
       * Format: date-time
       * @description The end of the last call. Null when the campaign did not end.
       */
      ends_at: string | null;
      /**
       * @description The state of the campaign at last.
       * @enum {unknown}
       */
      state: 'created' | 'running' | 'paused' | 'completed' | 'failed';
      /** @description Why it paused or failed. */
      stopped_because: string | null;
      dials: number;
      contacts_dialled: number;
      reached: number;
      /** @description Dials by their outcome. */
      outcomes: {
        [key: string]: number;
      };
      refused_by: components['schemas']['RefusedBy'];
      /** @description Contacts without a final outcome. */
      unfinished: number;
      talk_minutes: number;
      cost: {
        currency: string;
        amount: string;
      };
      /** @description What callees said, the most frequent first. */
      callee_words: {
        text: string;
        calls: number;
      }[];
    };
    /** @description A rehearsal of a campaign beside its preview. */
    CampaignRehearsal: {
      campaign_id: string;
      /** Format: date-time */
      starts_at: string;
      /** @description Contacts that were rehearsed and previewed, of those of the campaign. */
      contacts: {
        rehearsed: number;
        of: number;
      };
      population: components['schemas']['Population'];
      preview: components['schemas']['CampaignPreview'];
      rehearsal: components['schemas']['RehearsedCampaign'];
      /** @description How far the preview is above the rehearsal, in percent of the rehearsal. Null where one has no end or no cost. */
      deviation: {
        /** @description From the start to the end. */
        duration_percent: number | null;
        dials_percent: number | null;
        cost_percent: number | null;
      };
    };
    /** @description A campaign, its settings and its counts. */
    Campaign: {
      campaign_id: string;
      org_id: string;
      name: string;
      agent_id: string;
      source_type: string;
      source_id: string;
      state: components['schemas']['CampaignState'];
      /** @description Contacts. */
      total_rows: number;
      /** @description Contacts that are final. */
      processed_rows: number;
      /** @description Contacts that are final and were not answered. */
      failed_rows: number;
      /** @description Those of them that were not dialled, because they must not be. There once there is one. */
      refused_rows?: number;
      refused_by?: components['schemas']['RefusedBy'];
      decisions?: components['schemas']['RetryDecisions'];
      rate_limit_per_second: number;
      retry_config: components['schemas']['RetryConfig'];
      orchestrator_metadata: {
        max_concurrency: number;
        /** @description There when it was given. */
        schedule_config?: components['schemas']['ScheduleConfig'];
        /** @description There when it was given. */
        circuit_breaker?: components['schemas']['CircuitBreaker'];
        /** @description There when they were given. */
        dial_caps?: components['schemas']['DialCaps'];
        /** @description There when it was given. */
        consent?: components['schemas']['Consent'];
        /** @description There while the circuit breaker has tripped and probes. */
        breaker_state?: components['schemas']['OpenBreaker'];
        /** @description There when it was given. */
        caller_id_pool?: components['schemas']['CallerIdPool'];
        /** @description Agents that share the contacts, the one that others are compared with first. There when they were given. */
        variants?: components['schemas']['Variant'][];
        /**
         * Format: date-time
         * @description When their weights last changed after the start.
         */
        variants_changed_at?: string;
        /** @description Of a redial. */
        parent_campaign_id?: string;
        /** @description Why the platform paused the campaign. */
        paused_reason?: string;
        /** @description Why the campaign failed. */
        failed_reason?: string;
      } & {
        [key: string]: unknown;
      };
      from_number: string | null;
      created_by: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** Format: date-time */
      started_at: string | null;
      /** Format: date-time */
      paused_at: string | null;
      /** Format: date-time */
      completed_at: string | null;
    };
    /**
     * @description Where a call stands. The first three are live, the others final.
     * @enum {unknown}
     */
    CallLogStatus: 'initiated' | 'ringing' | 'in_progress' | 'completed' | 'busy' | 'no_answer' | 'failed' | 'canceled';
    /** @description The log of one call. */
    CallLogResponse: {
      call_id: string;
      org_id: string;
      agent_id: string;
      agent_name: string | null;
      /**
       * @description The version of the agent: at first the published one, and from the beginning of the conversation the one that it
       *     runs. Null: that is not a version. Absent where it was not recorded.
       */
      agent_version?: number | null;
      /**
       * @description Only of a call that tries its agent: the revision of the draft, or the stored version, as `version:7`. `agent_version` is
       *     null then.
       */
      agent_draft?: string;
      /**
       * @description The canary that decided which version the call runs, and compares it. Null: it left the comparison, because its runtime
       *     runs what is published. Absent without a canary.
       */
      canary_id?: string | null;
      /** @enum {unknown} */
      call_type: 'inbound' | 'outbound' | 'web';
      status: components['schemas']['CallLogStatus'];
      /** @enum {unknown} */
      call_response:
        | 'answered'
        | 'busy'
        | 'no_answer'
        | 'voicemail'
        | 'declined'
        | 'canceled'
        | 'invalid_number'
        | 'unreachable'
        | 'failed'
        | null;
      from_number: string;
      to_number: string;
      telephony_provider: string | null;
      provider_call_sid: string | null;
      /** @description Only where calls are read, once the analysis of the call was requested. */
      outcome?: {
        status: components['schemas']['AnalysisStatus'];
        /** @description That of the last result; null when the call was not judged. */
        success: components['schemas']['Success'] | null;
      };
      custom_variables: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** Format: date-time */
      start_time_utc: string | null;
      /** Format: date-time */
      end_time_utc: string | null;
      /** @description Seconds. */
      duration: number | null;
      /** @description Path of the route that streams the recording. */
      recording_url: string | null;
      /** @description Path of the route that streams the transcript. */
      transcript_url: string | null;
      error_message: string | null;
      campaign_id: string | null;
      queued_run_id: string | null;
      /**
       * @description Only of an unverified call: from a browser without a ticket, or started by a webhook that its carrier did
       *     not sign.
       * @enum {unknown}
       */
      unverified?: 'anonymous' | 'unsigned';
      /**
       * @description Only of a web call that an API key registered, for the visitor of a page. Such calls hold only a share of the
       *     organisation's slots.
       * @constant
       */
      registered_with?: 'api_key';
      /** @description Only of an anonymous call. While its caller has said and typed nothing, analytics leave it out. */
      without_speech?: boolean;
      end_reason?: components['schemas']['EndReason'];
      voicemail_message?: components['schemas']['VoicemailMessage'];
      recording_consent?: components['schemas']['RecordingConsent'];
      do_not_call?: components['schemas']['DoNotCallRequest'];
      machine?: components['schemas']['MachineReport'];
      pre_call?: components['schemas']['PreCallRecord'];
      /**
       * @description Only of a call whose agent called tools. While the call is live, they appear about a second after they started and
       *     ended.
       */
      tool_calls?: components['schemas']['ToolCallRecords'];
      /**
       * @description Only where one call of an agent with a knowledge base is read, by those who may listen to calls, and once the call is
       *     over. Removed with the transcript.
       */
      answers?: components['schemas']['AnswerRecords'];
      /** @description Where `answers` are. Those that members marked as wrong. */
      wrong_answers?: components['schemas']['WrongAnswer'][];
      /** @description How many of its answers are in the list of gaps. Null or absent without any. */
      gaps?: number | null;
      /** @description Only of a call whose agent tried to transfer it. The attempts, in their order. */
      transfers?: components['schemas']['TransferRecord'][];
      stages?: components['schemas']['StageRecord'];
      agents?: components['schemas']['AgentVisits'];
    };
    /**
     * @description Only of a call that was handed over: the agents that spoke, in their order, each until the next one. `agent_id` and
     *     `agent_version` of the call are those of the first. While the call is live, it is reported with each handover.
     */
    AgentVisits: {
      agent_id: string;
      /** @description The name of the agent at that time. */
      name: string;
      /** @description The version that it ran. Null if what it ran is not a version. */
      agent_version: number | null;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      at: string;
      /** @description The target by which the agent before named it. Null for the first. */
      target: string | null;
    }[];
    /**
     * @description Only of a call whose agent has stages: those that the conversation came to, and what it found out. While the call is
     *     live, it is reported with each change of the stage.
     */
    StageRecord: {
      /** @description In their order. Those after the first hundred are left out. */
      entered: {
        /** @description The id of the stage. */
        stage: string;
        /**
         * Format: date-time
         * @example 2026-01-31T09:30:00.000Z
         */
        at: string;
        /**
         * @description The transition that led to it, or `start`.
         * @enum {unknown}
         */
        by: 'start' | 'call' | 'fields' | 'key' | 'silence';
      }[];
      /**
       * @description The collected values by the names of their fields, redacted as the transcript is. The value of a field named like a
       *     variable of `redaction` is `[name]`.
       */
      fields: {
        [key: string]: string | number | boolean;
      };
    };
    /**
     * @description What a carrier reported of a machine that answered, where the agent leaves messages. Only of a report that reached
     *     another runtime than that of the call.
     * @enum {unknown}
     */
    MachineReport: 'detected' | 'greeting_ended';
    /** @description An attempt to transfer a call. */
    TransferRecord: {
      /** @description Number of the tool call in `tool_calls`. */
      run: number;
      /** @description The name of the target. */
      target: string;
      /** @description The number or SIP URI that was dialled. */
      to: string;
      /** @enum {unknown} */
      mode: 'cold' | 'warm';
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      started_at: string;
      /** @description The carrier's id of the leg to the target. Null until it is known. */
      provider_call_sid: string | null;
      /** @description What the person hears first. Null for cold transfers. */
      brief: string | null;
      /**
       * Format: date-time
       * @description When the person picked up.
       * @example 2026-01-31T09:30:08.000Z
       */
      answered_at: string | null;
      confirm?: components['schemas']['TransferConfirmation'];
      /**
       * Format: date-time
       * @description Only with `confirm`. When the person pressed the key.
       * @example 2026-01-31T09:30:11.000Z
       */
      confirmed_at?: string | null;
      /**
       * Format: date-time
       * @description When the person was ready for the caller, after key and brief if there are any.
       * @example 2026-01-31T09:30:16.000Z
       */
      ready_at: string | null;
      /**
       * @description `answered`: the caller was connected with the person. `not_confirmed`: the line was answered, without the key of
       *     `confirm`: a mailbox, or a person who did not take the call. `canceled`: the call ended before. Null while the
       *     transfer is under way.
       * @enum {unknown}
       */
      result: 'answered' | 'busy' | 'no_answer' | 'not_confirmed' | 'failed' | 'canceled' | null;
      /**
       * Format: date-time
       * @description When the result was known.
       * @example 2026-01-31T09:30:17.000Z
       */
      at: string | null;
    };
    /** @description News of one transfer. Its beginning names target, number and mode; the first result is final. */
    TransferNews: {
      /** @description Number of the tool call. */
      run: number;
      /** @description The name of the target. */
      target?: string;
      /** @description The number or SIP URI that is dialled. */
      to?: string;
      /** @enum {unknown} */
      mode?: 'cold' | 'warm';
      /** @description What the person hears first. */
      brief?: string;
      provider_call_sid?: components['schemas']['ProviderCallSid'];
      confirm?: components['schemas']['TransferConfirmation'];
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:08.000Z
       */
      answered_at?: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:11.000Z
       */
      confirmed_at?: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:16.000Z
       */
      ready_at?: string;
      /** @enum {unknown} */
      result?: 'answered' | 'busy' | 'no_answer' | 'not_confirmed' | 'failed' | 'canceled';
    };
    /**
     * @description Why the conversation ended, from the media runtime; absent while it lasts and when it never began. `caller_left`: the
     *     caller or the carrier hung up. `agent_ended`: the model ended it. `idle`: the caller was silent. `no_activity`:
     *     caller and agent were silent for five minutes. `max_duration`: `limits.max_call_seconds` was over.
     *     `rejected`: the answer to the pre-call request.
     *     `voicemail`: a mailbox answered; `voicemail_message` tells whether it has the agent's message. `transferred`: the caller
     *     was connected with a person, and the agent is gone.
     * @enum {unknown}
     */
    EndReason:
      | 'caller_left'
      | 'agent_ended'
      | 'idle'
      | 'no_activity'
      | 'max_duration'
      | 'rejected'
      | 'failed'
      | 'shutdown'
      | 'voicemail'
      | 'transferred';
    /**
     * @description Only of a call that a mailbox answered, of an agent that leaves messages; from the media runtime. `left`: the message was
     *     played to its end. `partial`: only its first part. `not_left`: nothing of it, because the greeting did not end in time
     *     or the mailbox hung up.
     * @enum {unknown}
     */
    VoicemailMessage: 'left' | 'partial' | 'not_left';
    /**
     * @description Only of a call whose agent asks before it records, once the caller has decided or the call is over; from the media runtime.
     *     `given`: the recording has sound from `at` on, up to `withdrawn_at` if the caller had it stopped. `refused`, `not_given`:
     *     nothing was recorded.
     */
    RecordingConsent: {
      /** @enum {unknown} */
      answer: 'given' | 'refused' | 'not_given';
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:11.000Z
       */
      at: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:31:40.000Z
       */
      withdrawn_at?: string;
    };
    /** @description Only of a call whose caller asked not to be called again, from the media runtime: the number is on the suppression list. */
    DoNotCallRequest: {
      /**
       * @description In words, so that the agent called its tool, or with a key.
       * @enum {unknown}
       */
      source: 'tool' | 'keypad';
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:11.000Z
       */
      at: string;
    };
    /** @description The calls of the agent's tools, in the order in which they started. */
    ToolCallRecords: components['schemas']['ToolCallRecord'][];
    /** @description One call of a tool. */
    ToolCallRecord: {
      /** @description Unique in its call, and ascending. */
      run: number;
      name: string;
      /** @description The arguments as JSON, cut at 1,000 characters. */
      arguments: string;
      side_effects: boolean;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      started_at: string;
      /**
       * Format: date-time
       * @description Null while it runs, and when the runtime was lost before the end.
       * @example 2026-01-31T09:30:01.000Z
       */
      ended_at: string | null;
      /**
       * @description `running`: it has not ended. `cancelled`: the caller interrupted or hung up, and the tool has no side effects. `unknown`: the request was sent
       *     and no answer arrived, or one with status 3xx or 5xx, so that it may have taken effect or not. It is never sent
       *     again.
       * @enum {unknown}
       */
      outcome: 'running' | 'ok' | 'failed' | 'cancelled' | 'unknown';
      /** @description What the model read, cut at 1,000 characters. */
      answer: string | null;
      /**
       * @description The `Idempotency-Key` of the request, by which your server knows it. Null without side effects; absent in records
       *     of earlier versions.
       */
      idempotency_key?: string | null;
      /** @description The HTTP status of the response; null without one, absent in records of earlier versions. */
      status?: number | null;
      /**
       * @description Why the tool cannot work, such as a secret that is not stored, and what to do about it. The model does not read it.
       *     Null otherwise; absent in records of earlier versions.
       */
      cause?: string | null;
    };
    /** @description The answers of the agent, in the order of the caller's turns, and what each is based on. */
    AnswerRecords: components['schemas']['AnswerRecord'][];
    /** @description The answer to one turn of the caller. Words are redacted as in the transcript. */
    AnswerRecord: {
      /** @description Number of the turn, unique in its call and ascending. */
      number: number;
      /**
       * Format: date-time
       * @description When the answer began to be heard.
       * @example 2026-01-31T09:30:00.000Z
       */
      at: string;
      /** @description The caller's words, cut at 1,000 characters. */
      question: string;
      /** @description What was searched for. Absent where it was the question, and where nothing was searched. */
      searched_for?: string;
      /** @description What was heard of the answer, cut at 2,000 characters. */
      answer: string;
      /**
       * @description `found`: the model got the passages in `sources`. `nothing_close`: no passage was close to the question.
       *     `not_searched`: the model answered without a search. `failed`: the search failed or was late.
       * @enum {unknown}
       */
      lookup: 'found' | 'nothing_close' | 'not_searched' | 'failed';
      sources: components['schemas']['AnswerSource'][];
    };
    /** @description The mark of a wrong answer. */
    WrongAnswer: {
      /** @description Number of the answer. */
      number: number;
      /**
       * Format: date-time
       * @description When it was marked last.
       */
      at: string;
      note?: string;
      correct_answer?: string;
    };
    /** @description An answer, and its mark if it has one. */
    JudgedAnswer: {
      number: number;
      /** Format: date-time */
      at: string;
      question: string;
      searched_for?: string;
      answer: string;
      /** @enum {unknown} */
      lookup: 'found' | 'nothing_close' | 'not_searched' | 'failed';
      sources: components['schemas']['AnswerSource'][];
      wrong: components['schemas']['WrongAnswer'] | null;
    };
    /** @description Questions that are alike, which had no answer or a wrong one. */
    GapGroup: {
      /** @description The latest of them. */
      question: string;
      /** @enum {unknown} */
      kind: 'unanswered' | 'wrong';
      /** @description How many there are. */
      count: number;
      /**
       * Format: date-time
       * @description When the latest was answered.
       */
      last_at: string;
      /** @description The answers with their calls, the latest first. */
      answers: components['schemas']['Gap'][];
    };
    /** @description A question that the documents should answer. */
    Gap: {
      /**
       * @description `unanswered`: a question for which no passage was close. `wrong`: a member marked the answer.
       * @enum {unknown}
       */
      kind: 'unanswered' | 'wrong';
      call_id: string;
      agent_id: string;
      agent_name: string | null;
      /** @description Number of the answer in its call. */
      number: number;
      /**
       * Format: date-time
       * @description When the answer began to be heard.
       */
      at: string;
      question: string;
      searched_for?: string;
      answer: string;
      note?: string;
      correct_answer?: string;
    };
    /** @description A passage that an answer is based on. It stays as it is when its document is deleted. */
    AnswerSource: {
      document_id: string;
      chunk_id: string;
      source_filename: string;
      /** @description Where the passage begins. Null in files without pages. */
      page: number | null;
      /** @description The headings above it, the outermost first, with ` › ` between them. Absent without any. */
      heading?: string;
    };
    /** @description Durations are seconds. */
    CallMetricsBody: {
      summary: {
        /** @description The greeting is the first turn, and every further one begins with the caller. */
        turn_count: number;
        /** @description Turns in which the caller spoke over the agent; a call that is cut off counts its last one. */
        interrupted_turn_count: number;
        user_bot_latency_avg_secs: number;
      };
      transport: {
        client_connected_secs: number;
      };
      turns: {
        turn_number: number;
        duration_secs: number;
        was_interrupted: boolean;
      }[];
      latencies: {
        first_bot_speech_secs: number;
        user_to_bot_secs: number[];
        /**
         * @description One per reply, where its time went. Entries of `ttfb` carry `stage` or `processor`, and `duration_secs`.
         *     `user_turn_secs` is how long the end of the caller's turn was awaited, and `user_turn_ended_by` what for:
         *     `silence`, `unfinished` (words), `fading`, `words`, `vendor`, `stalled` or `text`.
         */
        breakdowns: unknown[];
      };
      /** @description The caller's silences after words, at least as long as the endpointing delay. Absent without any. */
      pauses?: components['schemas']['CallerPause'][];
      /**
       * @description In requests: what the call used of its vendors, from the media runtime. It is recorded as the call’s cost, once.
       *     Responses do not have it; `GET /calls/{call_id}/cost` does.
       */
      vendor_usage?: components['schemas']['UsageItem'][];
    };
    /** @description A silence of the caller after words. */
    CallerPause: {
      /** @description The language of the words before it. */
      language: string;
      /**
       * @description How complete these words look; see `EndpointingWaitInput`.
       * @enum {unknown}
       */
      look: 'complete' | 'open' | 'incomplete' | 'digits' | 'filler';
      /** @description The endpointing delay of the STT provider. */
      endpointing_ms: number;
      /** @description Its length, if the caller then continued. Null when the caller had finished. */
      pause_ms: number | null;
    };
    /** @description What waits do to pauses that they were not learned from. */
    WaitEffect: {
      /** @description Pauses after which the caller continued. */
      pauses_within_turns: number;
      /** @description Those of them that the agent would have answered into. */
      cut_offs: number;
      /** @description Real ends of turns. */
      ends: number;
      /** @description The average wait after these, beyond the endpointing delay. */
      avg_wait_ms: number;
    };
    /** @description Waits that fit the pauses in an agent's calls better than the present ones. The agent is not changed. */
    ProposedWaits: {
      /** @description Calls with pauses. */
      calls: number;
      /** @description Every third of them, which nothing was learned from. */
      held_out_calls: number;
      /** @description Only waits that cost clearly less. Copy `language`, `look` and `wait_ms` to `endpointing.waits` to use them. */
      waits: {
        /** @description The language of the words. */
        language: string;
        /**
         * @description How complete they look.
         * @enum {unknown}
         */
        look: 'complete' | 'open' | 'incomplete' | 'digits' | 'filler';
        /** @description The proposed wait. */
        wait_ms: number;
        /** @description The present one. */
        current_ms: number;
        /** @description Ends of turns that it was learned from. */
        ends: number;
        /** @description Pauses within turns that it was learned from. */
        pauses_within_turns: number;
      }[];
      /** @description The effect on the calls that were held out. */
      effect: {
        current: components['schemas']['WaitEffect'];
        proposed: components['schemas']['WaitEffect'];
      };
    };
    /** @description What one model of a vendor did in a call. */
    UsageItem: {
      /**
       * @description The kind of provider.
       * @enum {unknown}
       */
      kind: 'stt' | 'tts' | 'llm' | 'telephony';
      /** @description The provider’s id. */
      provider: string;
      /** @description The model. Null for carriers and for providers without models. */
      model: string | null;
      /**
       * @description What is counted. `audio_ms`: audio that was transcribed. `characters`: text that was spoken, without speech from
       *     the cache. `input_tokens`: those that were neither read from nor written to the vendor’s cache.
       * @enum {unknown}
       */
      metric:
        | 'audio_ms'
        | 'characters'
        | 'input_tokens'
        | 'cached_input_tokens'
        | 'cache_write_tokens'
        | 'output_tokens'
        | 'inbound_seconds'
        | 'outbound_seconds';
      /** @description How much of it. */
      quantity: number;
      /**
       * @description Present when at least a part is an estimate of four characters a token: the vendor reported nothing, or the reply
       *     was interrupted.
       * @constant
       */
      estimated?: true;
    };
    /** @description A price of the price table. */
    UnitPrice: {
      /**
       * @description A decimal.
       * @example 0.0048
       */
      price: string;
      /**
       * @description What the price is for.
       * @enum {unknown}
       */
      unit:
        | 'audio_minute'
        | 'audio_hour'
        | 'million_characters'
        | 'million_input_tokens'
        | 'million_cached_input_tokens'
        | 'million_cache_write_tokens'
        | 'million_output_tokens'
        | 'inbound_minute'
        | 'outbound_minute';
      /** @description Where the price was read. */
      source: string;
      /**
       * @description When the source named it.
       * @example 2026-11-04
       */
      date: string;
    };
    /** @description Usage and what it costs. */
    CostItem: {
      /**
       * @description What it was used for. Each analysis of the call has lines of its own.
       * @enum {unknown}
       */
      part: 'conversation' | 'analysis';
      /**
       * @description The kind of provider.
       * @enum {unknown}
       */
      kind: 'stt' | 'tts' | 'llm' | 'telephony';
      /** @description The provider’s id. */
      provider: string;
      /** @description The model. Null for carriers and for providers without models. */
      model: string | null;
      /**
       * @description What is counted; see `UsageItem`.
       * @example output_tokens
       */
      metric: string;
      /** @description How much of it. */
      quantity: number;
      /**
       * @description Present when at least a part is an estimate.
       * @constant
       */
      estimated?: true;
      /** @description The price. Null when the price table has none. */
      unit_price: components['schemas']['UnitPrice'] | null;
      /**
       * @description A decimal, rounded to a millionth. Null when the line is not priced.
       * @example 0.012345
       */
      amount: string | null;
    };
    /** @description The cost of a call. */
    CallCost: {
      /** @description The call. */
      call_id: string;
      /**
       * @description ISO 4217.
       * @example USD
       */
      currency: string;
      /**
       * @description The sum of the lines that have a price, a decimal.
       * @example 0.0642
       */
      amount: string;
      /** @description Lines without a price. Above 0 the sum is incomplete. */
      unpriced_lines: number;
      /**
       * Format: date-time
       * @description When the prices were looked up.
       */
      recorded_at: string;
      /** @description The usage. */
      lines: components['schemas']['CostItem'][];
    };
    /**
     * @description A calendar month in UTC.
     * @example 2026-11
     */
    CalendarMonth: string;
    /**
     * @description A decimal with two to six decimals.
     * @example 12.345678
     */
    MoneyAmount: string;
    /** @description Costs of one group. It has the fields of what the report is grouped by. */
    CostGroup: {
      month?: components['schemas']['CalendarMonth'];
      agent_id?: string;
      /** @description The present name. Null when the agent is deleted. */
      agent_name?: string | null;
      /** @description Null for calls outside campaigns. */
      campaign_id?: string | null;
      /** @description The present name. Null when the campaign is deleted. */
      campaign_name?: string | null;
      /**
       * @description The kind of provider.
       * @enum {unknown}
       */
      kind?: 'stt' | 'tts' | 'llm' | 'telephony';
      /** @description The provider’s id. */
      provider?: string;
      /** @description The model. Null for carriers and for providers without models. */
      model?: string | null;
      /**
       * @description What is counted; see `UsageItem`.
       * @example output_tokens
       */
      metric?: string;
      /** @description How much of it. */
      quantity?: number;
      /**
       * @description ISO 4217.
       * @example USD
       */
      currency: string;
      amount: components['schemas']['MoneyAmount'];
      /** @description The part of the amount that rests on estimated usage. */
      estimated_amount: components['schemas']['MoneyAmount'];
      /** @description That part as a share of the amount. */
      estimated_share: number;
      /** @description Calls with usage of this group. */
      calls: number;
      /** @description Calls with usage that has no price. An analysis counts as one more. */
      unpriced_calls: number;
    };
    /** @description Sums of costs. */
    CostReport: {
      from: components['schemas']['CalendarMonth'];
      to: components['schemas']['CalendarMonth'];
      /** @enum {unknown} */
      group_by: 'month' | 'agent' | 'campaign' | 'vendor';
      /** @description The sum over all groups, one for each currency that prices were in. */
      totals: components['schemas']['CostGroup'][];
      groups: components['schemas']['CostGroup'][];
      limit: number;
      offset: number;
      /** @description How many groups there are in all. */
      total: number;
    };
    /**
     * @description What an organisation means to spend on calls in a calendar month.
     * @example {
     *       "amount": "250.00",
     *       "warn_at_percent": [
     *         50,
     *         80,
     *         100
     *       ],
     *       "hard_stop": true
     *     }
     */
    Budget: {
      /**
       * @description A decimal with up to nine digits and two decimals. Null for no budget.
       * @example 250.00
       */
      amount: string | null;
      /** @description Thresholds of the amount. A hard stop adds 100. */
      warn_at_percent: number[];
      /** @description Whether no new call starts once the amount is spent. */
      hard_stop: boolean;
    };
    /** @description A budget, and what is spent of it in the present month. */
    BudgetResponse: {
      org_id: string;
      /**
       * @description Null without a budget.
       * @example 250.00
       */
      amount: string | null;
      warn_at_percent: number[];
      hard_stop: boolean;
      /** @description Who set it. */
      updated_by: string | null;
      /** Format: date-time */
      updated_at: string | null;
      /**
       * @description Of the budget and of what is spent.
       * @example USD
       */
      currency: string;
      /** @description Of the price table. When it differs, new calls do not count towards the budget until it is set again. */
      price_currency: string;
      month: components['schemas']['CalendarMonth'];
      /** @description The sum of the month. */
      spent: {
        amount: components['schemas']['MoneyAmount'];
        estimated_amount: components['schemas']['MoneyAmount'];
        estimated_share: number;
        calls: number;
        /** @description Calls with usage that has no price and is not in the amount. */
        unpriced_calls: number;
      };
      /** @description The thresholds reached in this month. */
      reached: {
        percent: number;
        /** Format: date-time */
        reached_at: string;
      }[];
      /** @description Whether the hard stop is in force. */
      is_stopped: boolean;
    };
    /** @description The stored metrics of a call. */
    CallMetrics: components['schemas']['CallMetricsBody'] & {
      call_id: string;
      org_id: string;
      /** @description As the log of the call has it. */
      agent_version?: number | null;
      /** Format: date-time */
      recorded_at: string;
    };
    /** @description What was found out about a call after its end. */
    CallAnalysis: {
      /** @description The call. */
      call_id: string;
      /** @description Its organisation. */
      org_id: string;
      /** @description Its agent. */
      agent_id: string;
      /** @description As the log of the call has it. */
      agent_version?: number | null;
      status: components['schemas']['AnalysisStatus'];
      /** @description Why it failed. */
      error_message: string | null;
      /** @description The last result; null before the first. It stays while the call is analysed again. */
      result: components['schemas']['CallAnalysisResult'] | null;
      /**
       * Format: date-time
       * @description When the analysis was requested.
       */
      requested_at: string;
      /**
       * Format: date-time
       * @description When it changed.
       */
      updated_at: string;
    };
    /**
     * @description `pending`: the model has not answered yet. `failed`: it gave no usable answer in up to 4 attempts, and
     *     `error_message` says why.
     * @enum {string}
     */
    AnalysisStatus: 'pending' | 'done' | 'failed';
    /**
     * @description Whether the call meets the agent's criterion; `unknown` when the transcript does not show it.
     * @enum {string}
     */
    Success: 'yes' | 'no' | 'unknown';
    /** @description Which old calls are analysed. */
    NewAnalysisRun: {
      /** @description Only calls of this agent. */
      agent_id?: string;
      /** @description Only calls registered from then on. */
      from?: components['schemas']['MomentInput'];
      /** @description Only calls registered before; now when left out. */
      to?: components['schemas']['MomentInput'];
      /** @description Whether calls with a result are analysed again; false when left out, but true with `success`. */
      repeat?: boolean;
      /** @description Only calls that were judged so. */
      success?: components['schemas']['Success'];
      /**
       * @description Most calls that are analysed.
       * @default 1000
       */
      max_calls: number;
    };
    /** @description The analysis of many old calls. */
    AnalysisRun: {
      run_id: string;
      /**
       * @description `done`: all its calls have been read, and all analyses that it requested are over.
       * @enum {unknown}
       */
      state: 'running' | 'done' | 'canceled';
      /** @description Only calls of this agent. Null for all. */
      agent_id: string | null;
      /**
       * Format: date-time
       * @description Only calls registered from then on.
       */
      from: string | null;
      /**
       * Format: date-time
       * @description Only calls registered before.
       */
      to: string;
      /** @description Whether calls with a result are analysed again. */
      repeat: boolean;
      /** @description Only calls that were judged so. Null for all. */
      success: components['schemas']['Success'] | null;
      /** @description Most calls that are analysed. */
      max_calls: number;
      /** @description The address of the user or key who started it. */
      created_by: string;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was done or canceled.
       */
      finished_at: string | null;
      /** @description Calls of its agent and time when it was started. */
      calls_total: number;
      /** @description Calls that it has read so far. */
      calls_read: number;
      /** @description Calls among them whose analysis it requested. */
      calls_requested: number;
      /** @description How far those analyses are. */
      progress: {
        pending: number;
        done: number;
        failed: number;
      };
    };
    /** @description The agent that is rehearsed. The `agent` in the text of the suite is not used. */
    SuiteAgentId: string;
    /** @description The suite as YAML or JSON. */
    SuiteSource: string;
    /** @description A suite to store. */
    NewRehearsalSuite: {
      agent_id: components['schemas']['SuiteAgentId'];
      source: components['schemas']['SuiteSource'];
    };
    /**
     * @description `completed`: its conversations were held, whether or not they passed.
     * @enum {unknown}
     */
    RehearsalRunState: 'queued' | 'running' | 'completed' | 'failed' | 'canceled';
    /**
     * @description A side of a comparison. Without one there is only `a`.
     * @enum {unknown}
     */
    RehearsalSideId: 'a' | 'b';
    /**
     * @description `undecided`: nothing failed, and something could not be found out. `error`: the conversation could not be held to its end.
     * @enum {unknown}
     */
    RehearsalVerdict: 'passed' | 'failed' | 'undecided' | 'error';
    /** @description A suite without its text. */
    RehearsalSuiteSummary: {
      suite_id: string;
      /** @description The agent that is rehearsed. */
      agent_id: string;
      /** @description That of the text. */
      title: string;
      /** @description Conversations of one run: each counts once for each of its personas. */
      conversations: number;
      /** @description False when it says `live` or `server`, so that only the command can hold it. */
      is_held_here: boolean;
      /** @description The address of the user or key who stored it. */
      created_by: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description Another one after each change. */
      revision: string;
      /** @description Its newest run. Null without one. */
      last_run: components['schemas']['LastRehearsalRun'] | null;
    };
    /** @description The outcome of the newest run of a suite. */
    LastRehearsalRun: {
      run_id: string;
      state: components['schemas']['RehearsalRunState'];
      /** Format: date-time */
      finished_at: string | null;
      /** @description That of side `a`, from 0 to 1. */
      pass_at_1: number | null;
    };
    /** @description A suite of simulated callers for an agent. */
    RehearsalSuite: {
      suite_id: string;
      /** @description The agent that is rehearsed. */
      agent_id: string;
      /** @description That of the text. */
      title: string;
      /** @description The titles of its conversations. */
      titles: string[];
      /** @description Conversations of one run: each counts once for each of its personas. */
      conversations: number;
      /** @description False when it says `live` or `server`, so that only the command can hold it. */
      is_held_here: boolean;
      /** @description The address of the user or key who stored it. */
      created_by: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description Another one after each change. */
      revision: string;
      /** @description Its newest run. Null without one. */
      last_run: components['schemas']['LastRehearsalRun'] | null;
      /** @description The text. */
      source: string;
    };
    /** @description Which agent is rehearsed, and how. */
    NewRehearsalRun: {
      /** @description How often each conversation is held; once when left out. */
      runs?: number;
      /** @description The version of the agent, or its draft. What is published when left out. */
      version?: number | 'draft';
      /** @description Holds each conversation with this one as well. */
      compare?: number | ('draft' | 'published');
      /** @description Another seed: other reaction times, interruptions and mistakes of callers. 1 when left out. */
      seed?: number;
      /** @description Only conversations whose titles contain one of these. */
      only?: string[];
      /**
       * @description A decimal, which bounds what models cost, for each side of a comparison. The lower one of this and `limits.cost` of the suite
       *     counts.
       * @example 2.00
       */
      cost_limit?: string;
    };
    /** @description How conversations of a run went. */
    RehearsalSummary: {
      /** @description Conversations that are over. */
      held: number;
      passed: number;
      failed: number;
      undecided: number;
      errors: number;
      /** @description The chance that one run of a conversation passes, from 0 to 1. Null: none was held. */
      pass_at_1: number | null;
      /** @description The chance that all of k runs of a conversation pass, for each k from 1. */
      pass_hat: number[];
      /** @description Of replies, from the end of the caller’s speech. Null without one. */
      latency_ms: {
        median: number | null;
        p95: number | null;
      };
      /** @description What models cost, those of callers and judges included. */
      cost: {
        /**
         * @description ISO 4217.
         * @example USD
         */
        currency: string;
        amount: components['schemas']['MoneyAmount'];
        /** @description Models without a price. */
        unpriced: string[];
      };
    };
    /** @description An agent that a run is held with. */
    RehearsalSide: {
      side: components['schemas']['RehearsalSideId'];
      /** @description What it is in words. */
      title: string;
      /** @description The version of the agent. Null for a draft, a file, a socket, and what no version is of. */
      version: number | null;
      is_draft: boolean;
      /** @description Null until the run is completed or canceled. */
      summary: components['schemas']['RehearsalSummary'] | null;
    };
    /** @description Side `b` compared with side `a`, conversation by conversation. */
    RehearsalComparison: {
      /** @description Pairs of which only that of `b` passed and the other failed. */
      better: number;
      /** @description Pairs of which only that of `a` passed and the other failed. */
      worse: number;
      /** @description Pairs in which one has no verdict. They do not count. */
      untold: number;
      /** @description The chance of such a difference between equal agents, by the sign test. */
      chance: number;
      pass_at_1: (number | null)[];
      median_latency_ms: (number | null)[];
      conversations: {
        title: string;
        persona: string | null;
        runs: number;
        /** @description Of each side. */
        passed: number[];
        /** @description Whether its first run went the same way, word for word. */
        is_same: boolean;
      }[];
    };
    /** @description A suite that is held. */
    RehearsalRun: {
      run_id: string;
      suite_id: string;
      /** @description That of the suite when it was started. */
      suite_title: string;
      agent_id: string;
      state: components['schemas']['RehearsalRunState'];
      /**
       * @description `command`: it was held elsewhere, and published.
       * @enum {unknown}
       */
      origin: 'api' | 'command';
      /**
       * @description `text`: without audio. `voice`: on the socket for browsers. `telephone`: over a carrier.
       * @enum {unknown}
       */
      level: 'text' | 'voice' | 'telephone';
      /** @description How often each conversation is held. */
      runs: number;
      seed: number;
      /** @description Words of the titles that were selected. Empty for all. */
      only: string[];
      /** @description A decimal. Null without a limit. */
      cost_limit: string | null;
      sides: components['schemas']['RehearsalSide'][];
      /** @description Of a completed run with two sides. Null otherwise. */
      comparison: components['schemas']['RehearsalComparison'] | null;
      /** @description Of all sides. */
      conversations_total: number;
      /** @description Those that are over. */
      conversations_done: number;
      /** @description Why it failed. Null otherwise. */
      error: string | null;
      /** @description What limits what the result means. */
      remarks: string[];
      /** @description The address of the user or key who started or published it. */
      created_by: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      started_at: string | null;
      /** Format: date-time */
      finished_at: string | null;
    };
    /** @description A conversation of a run, without what was said. */
    RehearsalConversationSummary: {
      conversation_id: string;
      side: components['schemas']['RehearsalSideId'];
      /** @description Its place in the run. The other side has the same conversation there. */
      position: number;
      title: string;
      /** @description Null for a caller with a script of actions. */
      persona: string | null;
      /** @description Which of its runs. */
      run: number;
      seed: number;
      verdict: components['schemas']['RehearsalVerdict'];
      /** @description What failed or could not be found out. */
      problems: string[];
      /** @description Why it ended. Null where it was stopped or could not be held. */
      ended: string | null;
      /** @description The limit of the suite that stopped it; `gave_up`, the caller stopped waiting for the agent. Null otherwise. */
      stopped: ('turns' | 'seconds' | 'stuck' | 'gave_up') | null;
      length_ms: number;
      /** @description Of the caller. */
      turns: number;
      median_latency_ms: number | null;
      cost: components['schemas']['MoneyAmount'];
      has_recording: boolean;
    };
    /** @description A conversation of a run. */
    RehearsalConversation: {
      conversation_id: string;
      side: components['schemas']['RehearsalSideId'];
      /** @description Its place in the run. The other side has the same conversation there. */
      position: number;
      title: string;
      /** @description Null for a caller with a script of actions. */
      persona: string | null;
      /** @description Which of its runs. */
      run: number;
      seed: number;
      verdict: components['schemas']['RehearsalVerdict'];
      /** @description What failed or could not be found out. */
      problems: string[];
      /** @description Why it ended. Null where it was stopped or could not be held. */
      ended: string | null;
      /** @description The limit of the suite that stopped it; `gave_up`, the caller stopped waiting for the agent. Null otherwise. */
      stopped: ('turns' | 'seconds' | 'stuck' | 'gave_up') | null;
      length_ms: number;
      /** @description Of the caller. */
      turns: number;
      median_latency_ms: number | null;
      cost: components['schemas']['MoneyAmount'];
      has_recording: boolean;
      /** @description Why it could not be held. Null otherwise. */
      error: string | null;
      /** @description What both sides said, by its time. */
      captions: components['schemas']['RehearsalCaption'][];
      checks: components['schemas']['RehearsalCheck'][];
      judged: components['schemas']['RehearsalJudgedCriterion'][];
      /** @description The calls of tools. Null where they cannot be seen. */
      calls: components['schemas']['RehearsalToolCall'][] | null;
      stages: components['schemas']['RehearsalStageVisit'][];
      /** @description What the stages collected. Null where it cannot be seen. */
      fields: {
        [key: string]: unknown;
      } | null;
      /** @description Of each reply. */
      latencies_ms: number[];
    };
    /** @description A conversation that was held elsewhere. */
    PublishedRehearsalConversation: {
      title: string;
      persona: string | null;
      run: number;
      seed: number;
      verdict: components['schemas']['RehearsalVerdict'];
      problems?: string[];
      ended: string | null;
      stopped: ('turns' | 'seconds' | 'stuck' | 'gave_up') | null;
      length_ms: number;
      /** @description Of the caller. 0 when left out. */
      turns?: number;
      /**
       * @description A decimal with up to six decimals.
       * @example 0.012
       */
      cost: string;
      /** @description Models without a price. */
      unpriced?: string[];
      /** @description Why it could not be held. Null otherwise. */
      error: string | null;
      /** @description What both sides said, by its time. */
      captions: components['schemas']['RehearsalCaption'][];
      checks: components['schemas']['RehearsalCheck'][];
      judged: components['schemas']['RehearsalJudgedCriterion'][];
      /** @description The calls of tools. Null where they cannot be seen. */
      calls: components['schemas']['RehearsalToolCall'][] | null;
      stages: components['schemas']['RehearsalStageVisit'][];
      /** @description What the stages collected. Null where it cannot be seen. */
      fields: {
        [key: string]: unknown;
      } | null;
      /** @description Of each reply. */
      latencies_ms: number[];
    };
    /** @description A run that was held elsewhere. */
    PublishedRehearsalRun: {
      /**
       * @description Chosen by the publisher. Another request with the same key for the same suite is answered with the run of the first one, as it is
       *     now: a request whose answer was lost can be repeated.
       */
      publication_key?: string;
      /** @enum {unknown} */
      level: 'text' | 'voice' | 'telephone';
      runs: number;
      seed: number;
      only?: string[];
      sides: {
        /** @description What the agent is in words. */
        title: string;
        version?: number | null;
        is_draft?: boolean;
      }[];
      /** @description Of all sides. */
      conversations_total: number;
    };
    /** @description What is said of a run that was published. */
    RehearsalRunEnd: {
      /** @description Of its costs, ISO 4217. That of the platform when left out. */
      currency?: string;
      remarks?: string[];
    };
    /** @description What one side said. Times count from the start of the conversation, and of its recording. */
    RehearsalCaption: {
      /** @enum {unknown} */
      speaker: 'agent' | 'caller';
      text: string;
      start_ms: number;
      end_ms: number;
      /**
       * @description It was cut short. Absent otherwise.
       * @constant
       */
      interrupted?: true;
    };
    /** @description Whether something expected is true of a conversation. */
    RehearsalCheck: {
      name: string;
      /** @description Null: it cannot be known. */
      ok: boolean | null;
      /** @description What was seen instead. Empty where it is true. */
      detail: string;
    };
    /** @description What judges say of a criterion. */
    RehearsalJudgedCriterion: {
      criterion: string;
      /** @enum {unknown} */
      met: 'yes' | 'no' | 'undecided';
      /** @description The share of judgements that are those of the majority. */
      agreement: number;
      judgements: {
        /**
         * @description `invalid`: without a quote that occurs in the conversation.
         * @enum {unknown}
         */
        met: 'yes' | 'no' | 'unknown' | 'invalid';
        quote: string;
        reason: string;
      }[];
    };
    /** @description One call of a tool in a conversation of a run. */
    RehearsalToolCall: {
      name: string;
      /** @description As JSON, cut at 1,000 characters. */
      arguments: string;
      /**
       * @description As in the record of a call.
       * @enum {unknown}
       */
      outcome: 'running' | 'ok' | 'failed' | 'cancelled' | 'unknown';
      /** @description What the model read, cut at 1,000 characters. */
      answer: string | null;
      start_ms: number;
      end_ms: number | null;
    };
    /** @description A stage that a conversation came to. */
    RehearsalStageVisit: {
      stage: string;
      /** @description What led there. */
      by: string;
      at_ms: number;
    };
    /** @description How analysed calls turned out. */
    OutcomeCounts: {
      /** @description Calls with a finished analysis. */
      analysed: number;
      /** @description Calls that are being analysed. */
      pending: number;
      /** @description Calls whose analysis failed. */
      failed: number;
      /** @description Calls by how they were judged. Calls that are analysed again count by their earlier result. */
      success: {
        yes: number;
        no: number;
        unknown: number;
      };
      /** @description Percent of the calls judged `yes` or `no`, to one decimal; null without such calls. */
      success_rate: number | null;
    };
    /** @description How analysed calls turned out, of all agents and of each. */
    CallOutcomes: components['schemas']['OutcomeCounts'] & {
      /** @description The agents with most analysed calls. */
      agents: (components['schemas']['OutcomeCounts'] & {
        agent_id: string;
        /** @description Null when the agent was deleted. */
        agent_name: string | null;
      })[];
    };
    /** @description The answer of the model about a call. Parts that the agent does not ask for are absent. */
    CallAnalysisResult: {
      /** @description What the call was about and how it ended. */
      summary?: string;
      success?: components['schemas']['Success'];
      /** @description Why. */
      success_reason?: string;
      /** @description The extracted fields by name. */
      fields?: {
        [key: string]: unknown;
      };
      /** @description The LLM provider that answered. */
      provider: string;
      /** @description Its model; null when it has none. */
      model: string | null;
      /**
       * Format: date-time
       * @description When the agent was changed last before the analysis; tells its configurations apart.
       */
      agent_updated_at: string;
      /** @description Whether the model did not read the middle of the transcript. */
      transcript_cut: boolean;
      /** @description Tokens of the result, invalid answers included; null when the vendor does not report them. */
      usage: {
        /** @description Tokens that the model read. */
        input_tokens: number;
        /** @description Tokens that it wrote. */
        output_tokens: number;
      } | null;
      /**
       * Format: date-time
       * @description When the result was made.
       */
      analysed_at: string;
    };
    /** @description The metrics of a call with averages per stage; null for a stage that never appears. */
    CallMetricsReport: components['schemas']['CallMetrics'] & {
      summary?: {
        avg_stt_secs: number | null;
        avg_tts_secs: number | null;
        avg_llm_secs: number | null;
        avg_latency_secs: number | null;
      };
    };
    /** @description A passage of a document. */
    RetrievedChunk: {
      chunk_id: string;
      document_id: string;
      source_filename: string;
      /** @description The address of a web page. Files have none. */
      source_url?: string;
      /** @description Where the passage begins, from 1. Null in files without pages. */
      page: number | null;
      /** @description The headings above it, the outermost first, with ` › ` between them. */
      heading?: string | null;
      text: string;
      /** @description From 0, the same direction, to 2; the lower the closer. */
      distance: number;
    };
  };
  responses: {
    /** @description The request makes no sense, or not now. */
    Rejected: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description Credentials are missing, wrong, expired, of an ended session, or of a user who is no longer a member. */
    Unauthenticated: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description The role does not allow it, or a bot token does not. */
    Forbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description Absent, or of another organisation. */
    Missing: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description The name is taken. */
    Duplicate: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description Something in the request is wrong; a list names everything that has not the right shape. */
    Invalid: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description The body, or the file in it, has too many bytes, for this operation or for what the organisation's quotas leave. */
    TooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description The request line and headers have more than 16 KiB. Answered without a body, as for every other operation. */
    HeadersTooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content?: never;
    };
    /**
     * @description Over a limit: requests of one client or account, calls of the organisation, or one of its quotas, which `detail`
     *     names with its limit, its use and what to do. The limits on requests stand at their operations; the setting
     *     `RATE_LIMITS=off` lifts them, for contract tests for example.
     */
    Limited: {
      headers: {
        /** @description Seconds to wait before another try; for a quota until its day or month ends. */
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description The range lies outside the object; `Content-Range` tells its size. */
    Unsatisfiable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description The telephony provider refused. The status is the provider's own, `detail` says what it answered. */
    CarrierRefusal: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Problem'];
      };
    };
    /**
     * @description The server failed, or one of its settings is missing or malformed. `detail` says which setting; of anything
     *     unexpected it says `Internal server error`, and the log has the rest under the `X-Request-Id`.
     */
    Failed: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description The object store, the vector store or the telephony provider does not answer. */
    Unavailable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description The document store does not answer. The same request may pass as soon as it does. */
    Outage: {
      headers: {
        /** @description Seconds to wait before another try. */
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description Done. */
    Success: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @constant */
          status: 'success';
          message: string;
        };
      };
    };
    /** @description The registered providers by id. */
    Providers: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          [key: string]: components['schemas']['ProviderEntry'];
        };
      };
    };
    /** @description The provider's fields. */
    ProviderSetting: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ProviderSetting'];
      };
    };
  };
  parameters: {
    /** @description The id of an organisation. */
    OrgId: string;
    /** @description The email address of an account. */
    Email: components['schemas']['EmailAddress'];
    /** @description The id of an agent. */
    AgentId: string;
    /** @description The number of a version of the agent. */
    AgentVersion: string;
    /** @description The id of a campaign. */
    CampaignId: string;
    /** @description The id of a document. */
    DocumentId: string;
    /** @description The id of a connection. */
    ConnectionId: string;
    /** @description The id of a call. */
    CallId: string;
    /** @description The id of an event endpoint. */
    EndpointId: string;
    /** @description The id of the event. It is the same however often the event is sent. */
    WebhookId: string;
    /** @description When this request was sent, in seconds since 1970. */
    WebhookTimestamp: string;
    /** @description Signatures separated by spaces, each `v1,` and base64, as Standard Webhooks defines. */
    WebhookSignature: string;
    /** @description How many at most. */
    Limit: number;
    /** @description How many to skip. */
    Offset: number;
    /** @description Only calls of this agent. */
    CallsOfAgent: string;
    /** @description Only calls that ran this version of the agent, with `agent_id`. */
    CallsOfVersion: number;
    /**
     * @description Only calls registered from this moment on, in ISO 8601; without a zone it is UTC.
     * @example 2026-01-31T00:00:00Z
     */
    CallsFrom: components['schemas']['MomentInput'];
    /**
     * @description Only calls registered before this moment, in ISO 8601; without a zone it is UTC.
     * @example 2026-02-01T00:00:00Z
     */
    CallsTo: components['schemas']['MomentInput'];
    /** @description Only calls of this campaign. */
    CallsOfCampaign: string;
    /** @description Only calls of this type. */
    CallsOfType: 'inbound' | 'outbound' | 'web';
    /**
     * @description Only calls that stand so: `live` are under way, `answered` are over and their `call_response` is `answered`, and
     *     `missed` ended in any other way.
     */
    CallsStanding: 'live' | 'answered' | 'missed';
    /**
     * @description Only calls whose `from_number` or `to_number` contains this. Spaces, hyphens, dots, slashes and brackets are left out.
     * @example +14155550100
     */
    CallsWithNumber: string;
    /** @description Only calls whose analysis has this status. */
    WithAnalysis: components['schemas']['AnalysisStatus'];
    /** @description Only calls that were judged so. */
    WithSuccess: components['schemas']['Success'];
    /**
     * @description Only calls with this value of an extracted field: its name, a colon and the value. Upper and lower case are the same;
     *     a list has each of its values.
     * @example day:Friday
     */
    WithField: string;
    /** @description The id of a run of analyses. */
    RunId: string;
    /** @description The id of a suite of rehearsals. */
    SuiteId: string;
    /** @description Only suites of this agent. */
    SuitesOfAgent: string;
    /** @description The id of a run of a suite. */
    RehearsalRunId: string;
    /** @description The side of a comparison, `a` or `b`, and the place in the suite from 1: `a7`. */
    RehearsalConversationId: string;
    /** @description Only those of this side of a comparison. */
    RehearsalSideName: components['schemas']['RehearsalSideId'];
    /** @description Only those with this verdict. */
    WithVerdict: components['schemas']['RehearsalVerdict'];
    /** @description The id of a registered provider. */
    Provider: string;
    /**
     * @description Canonical language ids separated by commas. Only what takes all of them is kept.
     * @example en,hi
     */
    Languages: string;
  };
  requestBodies: {
    /**
     * @description What only the media runtime knows is 403 from anyone else: `end_reason`, `voicemail_message`, `recording_consent`,
     *     `do_not_call`, `machine`, `pre_call`, `tool_calls`, `answers`, `transfer`, `stages` and `caller_spoke`.
     */
    CallPatch: {
      content: {
        'application/json': {
          transcript_url?: string;
          recording_url?: string;
          end_time_utc?: components['schemas']['MomentInput'];
          status?: components['schemas']['CallLogStatus'];
          /** @enum {unknown} */
          call_response?:
            | 'answered'
            | 'busy'
            | 'no_answer'
            | 'voicemail'
            | 'declined'
            | 'canceled'
            | 'invalid_number'
            | 'unreachable'
            | 'failed'
            | 'no-answer'
            | 'cancelled';
          /**
           * @description The carrier's id of the call, from carriers that report it only when the call is answered. It is accepted while
           *     a call with a carrier is live, and changes nothing later.
           */
          provider_call_sid?: components['schemas']['ProviderCallSid'];
          end_reason?: components['schemas']['EndReason'];
          voicemail_message?: components['schemas']['VoicemailMessage'];
          recording_consent?: components['schemas']['RecordingConsent'];
          do_not_call?: components['schemas']['DoNotCallRequest'];
          machine?: components['schemas']['MachineReport'];
          /**
           * @description How the pre-call request of an inbound call ended. Its variables join those of
           *     the call, once and before the call begins.
           */
          pre_call?: {
            /** @enum {unknown} */
            outcome: 'applied' | 'rejected' | 'failed';
            reason: string | null;
            say: string | null;
            duration_ms: number;
            variables: {
              [key: string]: unknown;
            };
          };
          /** @description Calls of tools. The log adds them to those it has. */
          tool_calls?: components['schemas']['ToolCallRecords'];
          /** @description Answers of an agent with a knowledge base. One of a turn that the log has replaces it. */
          answers?: components['schemas']['AnswerRecords'];
          /** @description News of a transfer of the call. */
          transfer?: components['schemas']['TransferNews'];
          stages?: components['schemas']['StageRecord'];
          agents?: components['schemas']['AgentVisits'];
          /**
           * @description Of an anonymous call. Its caller said or typed something.
           * @constant
           */
          caller_spoke?: true;
          /**
           * @description Why the call failed, for people to read. It is kept as one line of at most 500 characters; after the end
           *     only where nothing else says why.
           */
          error_message?: string;
        };
      };
    };
    MemberByEmail: {
      content: {
        'application/json': {
          email: components['schemas']['EmailAddress'];
        };
      };
    };
  };
  headers: never;
  pathItems: never;
}
export type Problem = components['schemas']['Problem'];
export type ValidationProblem = components['schemas']['ValidationProblem'];
export type MomentInput = components['schemas']['MomentInput'];
export type Role = components['schemas']['Role'];
export type AuditAction = components['schemas']['AuditAction'];
export type AuditEvent = components['schemas']['AuditEvent'];
export type EmailAddress = components['schemas']['EmailAddress'];
export type NewPassword = components['schemas']['NewPassword'];
export type Member = components['schemas']['Member'];
export type Confirmed = components['schemas']['Confirmed'];
export type Pending = components['schemas']['Pending'];
export type OrganisationOfUser = components['schemas']['OrganisationOfUser'];
export type UserLoginResponse = components['schemas']['UserLoginResponse'];
export type UserResponse = components['schemas']['UserResponse'];
export type ProviderEntry = components['schemas']['ProviderEntry'];
export type ProviderSetting = components['schemas']['ProviderSetting'];
export type ProviderField = components['schemas']['ProviderField'];
export type AuthCatalogueEntry = components['schemas']['AuthCatalogueEntry'];
export type ProviderAuthResponse = components['schemas']['ProviderAuthResponse'];
export type ApiKeyScope = components['schemas']['ApiKeyScope'];
export type ApiKeyResponse = components['schemas']['ApiKeyResponse'];
export type SsoConnectionResponse = components['schemas']['SsoConnectionResponse'];
export type NewApiKeyResponse = components['schemas']['NewApiKeyResponse'];
export type EventType = components['schemas']['EventType'];
export type EventTypes = components['schemas']['EventTypes'];
export type EventEndpointUrl = components['schemas']['EventEndpointUrl'];
export type EventEndpointState = components['schemas']['EventEndpointState'];
export type EventEndpointDisabledReason = components['schemas']['EventEndpointDisabledReason'];
export type EventEndpointFailingSince = components['schemas']['EventEndpointFailingSince'];
export type EventEndpointPreviousSecretUntil = components['schemas']['EventEndpointPreviousSecretUntil'];
export type EventEndpointResponse = components['schemas']['EventEndpointResponse'];
export type NewEventEndpointResponse = components['schemas']['NewEventEndpointResponse'];
export type EventDeliveryResponse = components['schemas']['EventDeliveryResponse'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type CallEvent = components['schemas']['CallEvent'];
export type CallAnalysedEvent = components['schemas']['CallAnalysedEvent'];
export type ToolFailedEvent = components['schemas']['ToolFailedEvent'];
export type CampaignStateChangedEvent = components['schemas']['CampaignStateChangedEvent'];
export type CampaignBreakerChangedEvent = components['schemas']['CampaignBreakerChangedEvent'];
export type BudgetThresholdReachedEvent = components['schemas']['BudgetThresholdReachedEvent'];
export type CampaignContactFinishedEvent = components['schemas']['CampaignContactFinishedEvent'];
export type AgentUpdatedEvent = components['schemas']['AgentUpdatedEvent'];
export type AgentCanaryRolledBackEvent = components['schemas']['AgentCanaryRolledBackEvent'];
export type EndpointTestEvent = components['schemas']['EndpointTestEvent'];
export type ToolSecretEntry = components['schemas']['ToolSecretEntry'];
export type ToolSecretResponse = components['schemas']['ToolSecretResponse'];
export type ModelCapabilities = components['schemas']['ModelCapabilities'];
export type SettingCapability = components['schemas']['SettingCapability'];
export type AgentConfigInput = components['schemas']['AgentConfigInput'];
export type AgentStageInput = components['schemas']['AgentStageInput'];
export type StageModelInput = components['schemas']['StageModelInput'];
export type StageFieldInput = components['schemas']['StageFieldInput'];
export type StageTransitionInput = components['schemas']['StageTransitionInput'];
export type StageConditionInput = components['schemas']['StageConditionInput'];
export type StageActionInput = components['schemas']['StageActionInput'];
export type AgentRecordingInput = components['schemas']['AgentRecordingInput'];
export type AgentRedactionInput = components['schemas']['AgentRedactionInput'];
export type RedactedKind = components['schemas']['RedactedKind'];
export type AgentVoicemailInput = components['schemas']['AgentVoicemailInput'];
export type AgentCallbacksInput = components['schemas']['AgentCallbacksInput'];
export type AgentDoNotCallInput = components['schemas']['AgentDoNotCallInput'];
export type AgentAnalysisInput = components['schemas']['AgentAnalysisInput'];
export type AgentKeypadInput = components['schemas']['AgentKeypadInput'];
export type DigitEntryInput = components['schemas']['DigitEntryInput'];
export type AgentSpeechInput = components['schemas']['AgentSpeechInput'];
export type AmbientSoundInput = components['schemas']['AmbientSoundInput'];
export type AgentTransferInput = components['schemas']['AgentTransferInput'];
export type AgentHandoverInput = components['schemas']['AgentHandoverInput'];
export type HandoverTargetInput = components['schemas']['HandoverTargetInput'];
export type TransferTargetInput = components['schemas']['TransferTargetInput'];
export type AgentCallerAudioInput = components['schemas']['AgentCallerAudioInput'];
export type AgentEndpointingInput = components['schemas']['AgentEndpointingInput'];
export type AgentLanguagesInput = components['schemas']['AgentLanguagesInput'];
export type AgentWebInput = components['schemas']['AgentWebInput'];
export type AgentLimitsInput = components['schemas']['AgentLimitsInput'];
export type AgentPreCallInput = components['schemas']['AgentPreCallInput'];
export type PreCallRecord = components['schemas']['PreCallRecord'];
export type OtherLanguageInput = components['schemas']['OtherLanguageInput'];
export type OtherLanguageModelInput = components['schemas']['OtherLanguageModelInput'];
export type EndpointingWaitInput = components['schemas']['EndpointingWaitInput'];
export type PronunciationInput = components['schemas']['PronunciationInput'];
export type HttpToolInput = components['schemas']['HttpToolInput'];
export type PageToolInput = components['schemas']['PageToolInput'];
export type McpServerInput = components['schemas']['McpServerInput'];
export type McpToolInput = components['schemas']['McpToolInput'];
export type ToolRequestInput = components['schemas']['ToolRequestInput'];
export type AgentPromptsInput = components['schemas']['AgentPromptsInput'];
export type AgentBehaviourInput = components['schemas']['AgentBehaviourInput'];
export type AgentLanguageInput = components['schemas']['AgentLanguageInput'];
export type AgentModelsInput = components['schemas']['AgentModelsInput'];
export type ProviderConfigInput = components['schemas']['ProviderConfigInput'];
export type FallbackConfigInput = components['schemas']['FallbackConfigInput'];
export type AgentKnowledgeBaseInput = components['schemas']['AgentKnowledgeBaseInput'];
export type AgentConfig = components['schemas']['AgentConfig'];
export type AgentStage = components['schemas']['AgentStage'];
export type StageField = components['schemas']['StageField'];
export type StageTransition = components['schemas']['StageTransition'];
export type StageCondition = components['schemas']['StageCondition'];
export type StageAction = components['schemas']['StageAction'];
export type HandoverTarget = components['schemas']['HandoverTarget'];
export type TransferTarget = components['schemas']['TransferTarget'];
export type TransferConfirmation = components['schemas']['TransferConfirmation'];
export type Pronunciation = components['schemas']['Pronunciation'];
export type HttpTool = components['schemas']['HttpTool'];
export type PageTool = components['schemas']['PageTool'];
export type McpServer = components['schemas']['McpServer'];
export type McpTool = components['schemas']['McpTool'];
export type McpToolsRequest = components['schemas']['McpToolsRequest'];
export type McpToolsResponse = components['schemas']['McpToolsResponse'];
export type ListedMcpTool = components['schemas']['ListedMcpTool'];
export type ToolTestResponse = components['schemas']['ToolTestResponse'];
export type AgentBehaviour = components['schemas']['AgentBehaviour'];
export type ProviderConfig = components['schemas']['ProviderConfig'];
export type AgentResponse = components['schemas']['AgentResponse'];
export type VersionNote = components['schemas']['VersionNote'];
export type AgentVersionSummary = components['schemas']['AgentVersionSummary'];
export type AgentVersion = components['schemas']['AgentVersion'];
export type AgentCanary = components['schemas']['AgentCanary'];
export type CanaryMeasure = components['schemas']['CanaryMeasure'];
export type CanaryShare = components['schemas']['CanaryShare'];
export type AgentVersionMetrics = components['schemas']['AgentVersionMetrics'];
export type AgentDraft = components['schemas']['AgentDraft'];
export type AgentDifferences = components['schemas']['AgentDifferences'];
export type PhoneNumberResponse = components['schemas']['PhoneNumberResponse'];
export type ProviderCallSid = components['schemas']['ProviderCallSid'];
export type CallOwner = components['schemas']['CallOwner'];
export type OrganisationUsage = components['schemas']['OrganisationUsage'];
export type RetentionDays = components['schemas']['RetentionDays'];
export type Retention = components['schemas']['Retention'];
export type ErasureScope = components['schemas']['ErasureScope'];
export type Erasure = components['schemas']['Erasure'];
export type RetentionResponse = components['schemas']['RetentionResponse'];
export type QuotaUse = components['schemas']['QuotaUse'];
export type CallAnalyticsResponse = components['schemas']['CallAnalyticsResponse'];
export type ModelUsage = components['schemas']['ModelUsage'];
export type KnowledgeDocumentResponse = components['schemas']['KnowledgeDocumentResponse'];
export type RefreshInterval = components['schemas']['RefreshInterval'];
export type WebPage = components['schemas']['WebPage'];
export type Sitemap = components['schemas']['Sitemap'];
export type CampaignState = components['schemas']['CampaignState'];
export type CampaignRate = components['schemas']['CampaignRate'];
export type CampaignConcurrency = components['schemas']['CampaignConcurrency'];
export type VariantsInput = components['schemas']['VariantsInput'];
export type Variant = components['schemas']['Variant'];
export type CampaignComparison = components['schemas']['CampaignComparison'];
export type ComparedVariant = components['schemas']['ComparedVariant'];
export type ComparedShare = components['schemas']['ComparedShare'];
export type ComparedDurations = components['schemas']['ComparedDurations'];
export type VariantDifferences = components['schemas']['VariantDifferences'];
export type RetryConfigInput = components['schemas']['RetryConfigInput'];
export type AnalysisRetryInput = components['schemas']['AnalysisRetryInput'];
export type RetryPlansInput = components['schemas']['RetryPlansInput'];
export type RetryPlanInput = components['schemas']['RetryPlanInput'];
export type RetryPlan = components['schemas']['RetryPlan'];
export type ScheduleConfigInput = components['schemas']['ScheduleConfigInput'];
export type CircuitBreakerInput = components['schemas']['CircuitBreakerInput'];
export type RetryConfig = components['schemas']['RetryConfig'];
export type ScheduleConfig = components['schemas']['ScheduleConfig'];
export type CircuitBreaker = components['schemas']['CircuitBreaker'];
export type OpenBreaker = components['schemas']['OpenBreaker'];
export type Suppression = components['schemas']['Suppression'];
export type Callback = components['schemas']['Callback'];
export type AgreedCallback = components['schemas']['AgreedCallback'];
export type SuppressionSource = components['schemas']['SuppressionSource'];
export type DialCap = components['schemas']['DialCap'];
export type DialCaps = components['schemas']['DialCaps'];
export type DialCapsInput = components['schemas']['DialCapsInput'];
export type ConsentInput = components['schemas']['ConsentInput'];
export type Consent = components['schemas']['Consent'];
export type CallerIdPoolInput = components['schemas']['CallerIdPoolInput'];
export type CallerIdPool = components['schemas']['CallerIdPool'];
export type CallerId = components['schemas']['CallerId'];
export type NumberRest = components['schemas']['NumberRest'];
export type DeferredContact = components['schemas']['DeferredContact'];
export type RefusalReason = components['schemas']['RefusalReason'];
export type RefusedBy = components['schemas']['RefusedBy'];
export type DecisionReason = components['schemas']['DecisionReason'];
export type DecidedContact = components['schemas']['DecidedContact'];
export type RetryDecisions = components['schemas']['RetryDecisions'];
export type RefusedContact = components['schemas']['RefusedContact'];
export type CallAssumptionsInput = components['schemas']['CallAssumptionsInput'];
export type AssumedHours = components['schemas']['AssumedHours'];
export type AssumptionName = components['schemas']['AssumptionName'];
export type CallAssumptions = components['schemas']['CallAssumptions'];
export type PreviewAssumptions = components['schemas']['PreviewAssumptions'];
export type EstimatedCostItem = components['schemas']['EstimatedCostItem'];
export type CampaignEstimate = components['schemas']['CampaignEstimate'];
export type PreviewedContact = components['schemas']['PreviewedContact'];
export type CampaignPreview = components['schemas']['CampaignPreview'];
export type Population = components['schemas']['Population'];
export type RehearsedCampaign = components['schemas']['RehearsedCampaign'];
export type CampaignRehearsal = components['schemas']['CampaignRehearsal'];
export type Campaign = components['schemas']['Campaign'];
export type CallLogStatus = components['schemas']['CallLogStatus'];
export type CallLogResponse = components['schemas']['CallLogResponse'];
export type AgentVisits = components['schemas']['AgentVisits'];
export type StageRecord = components['schemas']['StageRecord'];
export type MachineReport = components['schemas']['MachineReport'];
export type TransferRecord = components['schemas']['TransferRecord'];
export type TransferNews = components['schemas']['TransferNews'];
export type EndReason = components['schemas']['EndReason'];
export type VoicemailMessage = components['schemas']['VoicemailMessage'];
export type RecordingConsent = components['schemas']['RecordingConsent'];
export type DoNotCallRequest = components['schemas']['DoNotCallRequest'];
export type ToolCallRecords = components['schemas']['ToolCallRecords'];
export type ToolCallRecord = components['schemas']['ToolCallRecord'];
export type AnswerRecords = components['schemas']['AnswerRecords'];
export type AnswerRecord = components['schemas']['AnswerRecord'];
export type WrongAnswer = components['schemas']['WrongAnswer'];
export type JudgedAnswer = components['schemas']['JudgedAnswer'];
export type GapGroup = components['schemas']['GapGroup'];
export type Gap = components['schemas']['Gap'];
export type AnswerSource = components['schemas']['AnswerSource'];
export type CallMetricsBody = components['schemas']['CallMetricsBody'];
export type CallerPause = components['schemas']['CallerPause'];
export type WaitEffect = components['schemas']['WaitEffect'];
export type ProposedWaits = components['schemas']['ProposedWaits'];
export type UsageItem = components['schemas']['UsageItem'];
export type UnitPrice = components['schemas']['UnitPrice'];
export type CostItem = components['schemas']['CostItem'];
export type CallCost = components['schemas']['CallCost'];
export type CalendarMonth = components['schemas']['CalendarMonth'];
export type MoneyAmount = components['schemas']['MoneyAmount'];
export type CostGroup = components['schemas']['CostGroup'];
export type CostReport = components['schemas']['CostReport'];
export type Budget = components['schemas']['Budget'];
export type BudgetResponse = components['schemas']['BudgetResponse'];
export type CallMetrics = components['schemas']['CallMetrics'];
export type CallAnalysis = components['schemas']['CallAnalysis'];
export type AnalysisStatus = components['schemas']['AnalysisStatus'];
export type Success = components['schemas']['Success'];
export type NewAnalysisRun = components['schemas']['NewAnalysisRun'];
export type AnalysisRun = components['schemas']['AnalysisRun'];
export type SuiteAgentId = components['schemas']['SuiteAgentId'];
export type SuiteSource = components['schemas']['SuiteSource'];
export type NewRehearsalSuite = components['schemas']['NewRehearsalSuite'];
export type RehearsalRunState = components['schemas']['RehearsalRunState'];
export type RehearsalSideId = components['schemas']['RehearsalSideId'];
export type RehearsalVerdict = components['schemas']['RehearsalVerdict'];
export type RehearsalSuiteSummary = components['schemas']['RehearsalSuiteSummary'];
export type LastRehearsalRun = components['schemas']['LastRehearsalRun'];
export type RehearsalSuite = components['schemas']['RehearsalSuite'];
export type NewRehearsalRun = components['schemas']['NewRehearsalRun'];
export type RehearsalSummary = components['schemas']['RehearsalSummary'];
export type RehearsalSide = components['schemas']['RehearsalSide'];
export type RehearsalComparison = components['schemas']['RehearsalComparison'];
export type RehearsalRun = components['schemas']['RehearsalRun'];
export type RehearsalConversationSummary = components['schemas']['RehearsalConversationSummary'];
export type RehearsalConversation = components['schemas']['RehearsalConversation'];
export type PublishedRehearsalConversation = components['schemas']['PublishedRehearsalConversation'];
export type PublishedRehearsalRun = components['schemas']['PublishedRehearsalRun'];
export type RehearsalRunEnd = components['schemas']['RehearsalRunEnd'];
export type RehearsalCaption = components['schemas']['RehearsalCaption'];
export type RehearsalCheck = components['schemas']['RehearsalCheck'];
export type RehearsalJudgedCriterion = components['schemas']['RehearsalJudgedCriterion'];
export type RehearsalToolCall = components['schemas']['RehearsalToolCall'];
export type RehearsalStageVisit = components['schemas']['RehearsalStageVisit'];
export type OutcomeCounts = components['schemas']['OutcomeCounts'];
export type CallOutcomes = components['schemas']['CallOutcomes'];
export type CallAnalysisResult = components['schemas']['CallAnalysisResult'];
export type CallMetricsReport = components['schemas']['CallMetricsReport'];
export type RetrievedChunk = components['schemas']['RetrievedChunk'];
export type ResponseRejected = components['responses']['Rejected'];
export type ResponseUnauthenticated = components['responses']['Unauthenticated'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseMissing = components['responses']['Missing'];
export type ResponseDuplicate = components['responses']['Duplicate'];
export type ResponseInvalid = components['responses']['Invalid'];
export type ResponseTooLarge = components['responses']['TooLarge'];
export type ResponseHeadersTooLarge = components['responses']['HeadersTooLarge'];
export type ResponseLimited = components['responses']['Limited'];
export type ResponseUnsatisfiable = components['responses']['Unsatisfiable'];
export type ResponseCarrierRefusal = components['responses']['CarrierRefusal'];
export type ResponseFailed = components['responses']['Failed'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseOutage = components['responses']['Outage'];
export type ResponseSuccess = components['responses']['Success'];
export type ResponseProviders = components['responses']['Providers'];
export type ResponseProviderSetting = components['responses']['ProviderSetting'];
export type ParameterOrgId = components['parameters']['OrgId'];
export type ParameterEmail = components['parameters']['Email'];
export type ParameterAgentId = components['parameters']['AgentId'];
export type ParameterAgentVersion = components['parameters']['AgentVersion'];
export type ParameterCampaignId = components['parameters']['CampaignId'];
export type ParameterDocumentId = components['parameters']['DocumentId'];
export type ParameterConnectionId = components['parameters']['ConnectionId'];
export type ParameterCallId = components['parameters']['CallId'];
export type ParameterEndpointId = components['parameters']['EndpointId'];
export type ParameterWebhookId = components['parameters']['WebhookId'];
export type ParameterWebhookTimestamp = components['parameters']['WebhookTimestamp'];
export type ParameterWebhookSignature = components['parameters']['WebhookSignature'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterOffset = components['parameters']['Offset'];
export type ParameterCallsOfAgent = components['parameters']['CallsOfAgent'];
export type ParameterCallsOfVersion = components['parameters']['CallsOfVersion'];
export type ParameterCallsFrom = components['parameters']['CallsFrom'];
export type ParameterCallsTo = components['parameters']['CallsTo'];
export type ParameterCallsOfCampaign = components['parameters']['CallsOfCampaign'];
export type ParameterCallsOfType = components['parameters']['CallsOfType'];
export type ParameterCallsStanding = components['parameters']['CallsStanding'];
export type ParameterCallsWithNumber = components['parameters']['CallsWithNumber'];
export type ParameterWithAnalysis = components['parameters']['WithAnalysis'];
export type ParameterWithSuccess = components['parameters']['WithSuccess'];
export type ParameterWithField = components['parameters']['WithField'];
export type ParameterRunId = components['parameters']['RunId'];
export type ParameterSuiteId = components['parameters']['SuiteId'];
export type ParameterSuitesOfAgent = components['parameters']['SuitesOfAgent'];
export type ParameterRehearsalRunId = components['parameters']['RehearsalRunId'];
export type ParameterRehearsalConversationId = components['parameters']['RehearsalConversationId'];
export type ParameterRehearsalSideName = components['parameters']['RehearsalSideName'];
export type ParameterWithVerdict = components['parameters']['WithVerdict'];
export type ParameterProvider = components['parameters']['Provider'];
export type ParameterLanguages = components['parameters']['Languages'];
export type RequestBodyCallPatch = components['requestBodies']['CallPatch'];
export type RequestBodyMemberByEmail = components['requestBodies']['MemberByEmail'];
export type $defs = Record<string, never>;
export interface operations {
  welcome: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What answers here. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            name: string;
            version: string;
            /** @description Path of the interactive documentation. */
            docs: string;
            /** @description Path of the pages for people. */
            console: string;
          };
        };
      };
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Failed'];
    };
  };
  health: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The state of the service. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {unknown} */
            status: 'ok' | 'degraded';
            /** @enum {unknown} */
            database: 'up' | 'down';
          };
        };
      };
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['Failed'];
    };
  };
  signUp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          email: components['schemas']['EmailAddress'];
          password: components['schemas']['NewPassword'];
          organisation_name: string;
        };
      };
    };
    responses: {
      /** @description Signed up and logged in. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserLoginResponse'];
        };
      };
      400: components['responses']['Rejected'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  logIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          email: components['schemas']['EmailAddress'];
          password: string;
        };
      };
    };
    responses: {
      /** @description Logged in. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserLoginResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  startSingleSignOn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          email: components['schemas']['EmailAddress'];
        };
      };
    };
    responses: {
      /** @description Where to log in. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'success';
            /**
             * Format: uri
             * @description Page of the OpenID provider, for the browser.
             */
            authorization_url: string;
            /** @description Opaque. Only a browser that has it can finish this sign-on. */
            flow: string;
          };
        };
      };
      400: components['responses']['Rejected'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
    };
  };
  finishSingleSignOn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The flow of the start. */
          flow: string;
          /** @description The query of the address to which the provider sent the browser, with or without its `?`. */
          response: string;
          /**
           * @description That address without its query. A connection with a redirect URI of its own needs it: 401 where the browser
           *     returned elsewhere, because a provider may have sent it on to another one.
           */
          redirect_uri?: string;
        };
      };
    };
    responses: {
      /** @description Logged in. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserLoginResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  issueBotToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          org_id: string;
        };
      };
    };
    responses: {
      /** @description A token for the organisation. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            access_token: string;
            /** @constant */
            token_type: 'bearer';
            org_id: string;
            /** @constant */
            role: 'admin';
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  switchOrganisation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          org_id: string;
        };
      };
    };
    responses: {
      /** @description A session in the other organisation. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserLoginResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  logOutEverywhere: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Success'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listMyOrganisations: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Where I belong, oldest membership first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'success';
            organisations: components['schemas']['OrganisationOfUser'][];
          };
        };
      };
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  forgotPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          email: components['schemas']['EmailAddress'];
        };
      };
    };
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  resetPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          token: string;
          new_password: components['schemas']['NewPassword'];
        };
      };
    };
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  checkEmail: {
    parameters: {
      query?: {
        /** @description The organisation that would invite. */
        org_id?: string;
      };
      header?: never;
      path: {
        /** @description The email address of an account. */
        email: components['parameters']['Email'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What is known of the address. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description There is an account with this address. */
            exists: boolean;
            /** @description It is a member of the organisation `org_id`; false when none is named. */
            already_in_org: boolean;
            /**
             * @description The organisation `org_id` could invite this address: the organisation exists, the address can have
             *     an account and is not a member yet. Without `org_id`, whether any organisation could.
             */
            can_join: boolean;
          };
        };
      };
      400: components['responses']['Rejected'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The account, seen from the active organisation. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The email address of an account. */
        email: components['parameters']['Email'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The account, seen from the active organisation. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  inviteMember: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          email: components['schemas']['EmailAddress'];
          password: components['schemas']['NewPassword'];
          /** @description May be left out; nothing but `member` is accepted. */
          role?: string;
        };
      };
    };
    responses: {
      /** @description Invited. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'success';
            message: string;
            confirmed: components['schemas']['Confirmed'];
            pending: components['schemas']['Pending'];
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listMembers: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Its members, newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'success';
            members: components['schemas']['Member'][];
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  assignAdmin: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: components['requestBodies']['MemberByEmail'];
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  removeMember: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: components['requestBodies']['MemberByEmail'];
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  deleteOrganisation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getOrganisationUsage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Every quota beside its use. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrganisationUsage'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  getRetention: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The retention. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RetentionResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  setRetention: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Retention'];
      };
    };
    responses: {
      /** @description The new retention. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RetentionResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  eraseOrganisation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The pending erasure. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erasure'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      409: components['responses']['Duplicate'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listErasures: {
    parameters: {
      query?: {
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
        /** @description How many to skip. */
        offset?: components['parameters']['Offset'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of erasures. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            erasures: components['schemas']['Erasure'][];
            limit: number;
            offset: number;
            /** @description Erasures of all pages. */
            total: number;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  requestErasure: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description In E.164; spaces and dashes are ignored.
           * @example +14155550100
           */
          phone_number: string;
        };
      };
    };
    responses: {
      /** @description The pending erasure. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erasure'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getErasure: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an erasure. */
        erasure_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The erasure. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erasure'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listAuditEvents: {
    parameters: {
      query?: {
        /** @description Only this. */
        action?: components['schemas']['AuditAction'];
        /** @description Only what this address did. */
        actor?: components['schemas']['EmailAddress'];
        /**
         * @description Not before this moment, in ISO 8601; without a zone it is UTC.
         * @example 2026-01-31T00:00:00Z
         */
        from?: components['schemas']['MomentInput'];
        /**
         * @description Before this moment, in ISO 8601; without a zone it is UTC.
         * @example 2026-02-01T00:00:00Z
         */
        to?: components['schemas']['MomentInput'];
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
        /** @description How many to skip. */
        offset?: components['parameters']['Offset'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of them. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            events: components['schemas']['AuditEvent'][];
            limit: number;
            offset: number;
            /** @description How many there are in all. */
            total: number;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listLanguages: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Canonical ids and their labels. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            languages: {
              [key: string]: string;
            };
          };
        };
      };
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
    };
  };
  listSttProviders: {
    parameters: {
      query?: {
        /**
         * @description Canonical language ids separated by commas. Only what takes all of them is kept.
         * @example en,hi
         */
        languages?: components['parameters']['Languages'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Providers'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listTtsProviders: {
    parameters: {
      query?: {
        /**
         * @description Canonical language ids separated by commas. Only what takes all of them is kept.
         * @example en,hi
         */
        languages?: components['parameters']['Languages'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Providers'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listLlmProviders: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Providers'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listTelephonyProviders: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Providers'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getSttSetting: {
    parameters: {
      query?: {
        /**
         * @description Canonical language ids separated by commas. Only what takes all of them is kept.
         * @example en,hi
         */
        languages?: components['parameters']['Languages'];
      };
      header?: never;
      path: {
        /** @description The id of a registered provider. */
        provider: components['parameters']['Provider'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ProviderSetting'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getTtsSetting: {
    parameters: {
      query?: {
        /**
         * @description Canonical language ids separated by commas. Only what takes all of them is kept.
         * @example en,hi
         */
        languages?: components['parameters']['Languages'];
      };
      header?: never;
      path: {
        /** @description The id of a registered provider. */
        provider: components['parameters']['Provider'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ProviderSetting'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getLlmSetting: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a registered provider. */
        provider: components['parameters']['Provider'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ProviderSetting'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getTelephonySetting: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a registered provider. */
        provider: components['parameters']['Provider'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ProviderSetting'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listAuthCatalog: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The secret fields of each provider. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: components['schemas']['AuthCatalogueEntry'];
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getAuthCatalogEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a registered provider. */
        provider: components['parameters']['Provider'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The provider's secret fields. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuthCatalogueEntry'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listConfiguredProviders: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Their ids in alphabetical order. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': string[];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  storeProviderAuth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "provider": "deepgram",
         *       "auth": {
         *         "api_key": "your-key"
         *       }
         *     }
         */
        'application/json': {
          provider: string;
          /** @description Per secret field a text, or a list of texts that calls take turns with. */
          auth: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description The stored credentials. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProviderAuthResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getProviderAuth: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a registered provider. */
        provider: components['parameters']['Provider'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stored credentials. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProviderAuthResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  deleteProviderAuth: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a registered provider. */
        provider: components['parameters']['Provider'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  allowProviderHosts: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a registered provider. */
        provider: components['parameters']['Provider'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "allowed_hosts": [
         *         "models.example.com"
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each a host, with its port where that is not 443. */
          allowed_hosts: string[];
        };
      };
    };
    responses: {
      /** @description The stored credentials. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProviderAuthResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listEventEndpoints: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The endpoints. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventEndpointResponse'][];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  createEventEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://crm.example.com/voice-events",
         *       "event_types": [
         *         "call.ended"
         *       ]
         *     }
         */
        'application/json': {
          url: components['schemas']['EventEndpointUrl'];
          event_types: components['schemas']['EventTypes'];
          /** @description One line for people. */
          description?: string;
        };
      };
    };
    responses: {
      /** @description The endpoint with its signing secret. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewEventEndpointResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getEventEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an event endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The endpoint. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventEndpointResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  deleteEventEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an event endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  updateEventEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an event endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "state": "disabled"
         *     }
         */
        'application/json': {
          url?: components['schemas']['EventEndpointUrl'];
          event_types?: components['schemas']['EventTypes'];
          /** @description One line for people. */
          description?: string;
          state?: components['schemas']['EventEndpointState'];
        };
      };
    };
    responses: {
      /** @description The endpoint. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventEndpointResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  sendTestEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an event endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery, which is under way. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventDeliveryResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  rotateEventSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an event endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "previous_valid_hours": 24
         *     }
         */
        'application/json': {
          /** @description How long the previous secret stays valid. Without it, 24 hours. 0 ends it at once. */
          previous_valid_hours?: number;
        };
      };
    };
    responses: {
      /** @description The endpoint with its new signing secret. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewEventEndpointResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  resendEvents: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an event endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "from": "2026-01-01T00:00:00Z"
         *     }
         */
        'application/json': {
          /**
           * Format: date-time
           * @description The time of the first event, inclusive.
           */
          from: string;
          /**
           * Format: date-time
           * @description The end of the time, exclusive. Without it, now.
           */
          to?: string;
          /** @description Which events are sent again. Without it, those that are parked. Pending ones are on their way. */
          states?: ('parked' | 'delivered')[];
        };
      };
    };
    responses: {
      /** @description What was sent again, and where to continue. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Events that this request sent again. */
            resent: number;
            /**
             * Format: date-time
             * @description The `from` of the next request. Null when nothing is left.
             */
            next_from: string | null;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listEventDeliveries: {
    parameters: {
      query?: {
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
        /** @description How many to skip. */
        offset?: components['parameters']['Offset'];
      };
      header?: never;
      path: {
        /** @description The id of an event endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of deliveries. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            deliveries: components['schemas']['EventDeliveryResponse'][];
            limit: number;
            offset: number;
            /** @description Deliveries of all pages. */
            total: number;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  resendEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an event endpoint. */
        endpoint_id: components['parameters']['EndpointId'];
        /** @description The id of an event. */
        event_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery, which is under way. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventDeliveryResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listToolSecrets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The secrets by name. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ToolSecretEntry'][];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  storeToolSecret: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "bookings_key",
         *       "value": "your-secret-key",
         *       "hosts": [
         *         "api.example.com"
         *       ]
         *     }
         */
        'application/json': {
          /** @description 1 to 64 lower-case letters, digits and underscores; the first is a letter. */
          name: string;
          /** @description 8 to 4096 characters, without control characters, nor spaces at the ends. */
          value: string;
          /** @description At least one host, with its port where that is not 443. */
          hosts: string[];
        };
      };
    };
    responses: {
      /** @description The stored secret; its value is masked. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ToolSecretResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getToolSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The name of a tool secret. */
        secret_name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The secret. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ToolSecretResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  deleteToolSecret: {
    parameters: {
      query?: {
        /** @description Whether it is deleted although tools of agents send it; false when left out. */
        force?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description The name of a tool secret. */
        secret_name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      /** @description Tools of agents send it; `detail` names up to ten agents. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listApiKeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The API keys. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyResponse'][];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  createApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "CRM export",
         *       "scopes": [
         *         "calls.list",
         *         "calls.read"
         *       ]
         *     }
         */
        'application/json': {
          /** @description What the key is for. One line of at most 100 characters. */
          name: string;
          /** @description What the key may do. At least one. */
          scopes: components['schemas']['ApiKeyScope'][];
          /**
           * Format: date-time
           * @description The end of its validity, in the future. Absent or null for none.
           * @example 2027-01-01T00:00:00.000Z
           */
          expires_at?: string | null;
        };
      };
    };
    responses: {
      /** @description The key, which is shown only here. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewApiKeyResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  deleteApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an API key. */
        key_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listSsoConnections: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The connections. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SsoConnectionResponse'][];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  createSsoConnection: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "issuer": "https://login.acme.example",
         *       "client_id": "voice",
         *       "client_secret": "the secret that the provider has issued",
         *       "domain": "acme.example"
         *     }
         */
        'application/json': {
          /**
           * @description The provider, which publishes `/.well-known/openid-configuration` below this https URL. Its host must be
           *     public.
           */
          issuer: string;
          /** @description The client that the provider has registered for this platform. */
          client_id: string;
          /** @description Sent to the provider only. */
          client_secret: string;
          /** @description The e-mail domain of those who log in there, without its subdomains. */
          domain: string;
        };
      };
    };
    responses: {
      /** @description The connection, and the record to publish. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SsoConnectionResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  deleteSsoConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a connection. */
        connection_id: components['parameters']['ConnectionId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  verifySsoConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a connection. */
        connection_id: components['parameters']['ConnectionId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The verified connection. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SsoConnectionResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  listAgents: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The agents of the organisation. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentResponse'][];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  createAgent: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Receptionist",
         *       "agent_category": "websocket",
         *       "config": {
         *         "prompts": {
         *           "system_prompt": "You are the receptionist of a small hotel.",
         *           "greeting_message": "Hello, how can I help you?"
         *         },
         *         "language": {
         *           "primary": "en"
         *         },
         *         "models": {
         *           "stt_config": {
         *             "provider": "local"
         *           },
         *           "tts_config": {
         *             "provider": "local"
         *           },
         *           "llm_config": {
         *             "provider": "script"
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': {
          name: string;
          /** @enum {unknown} */
          agent_category: 'telephony' | 'websocket';
          /**
           * @description Required for `telephony`, omitted for `websocket`. A registered provider with stored credentials:
           *     an application is made there, and a refusal of the provider is answered with its own status.
           */
          telephony_provider?: string | null;
          config: components['schemas']['AgentConfigInput'];
        };
      };
    };
    responses: {
      /** @description The new agent. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
      '4XX': components['responses']['CarrierRefusal'];
      '5XX': components['responses']['CarrierRefusal'];
    };
  };
  getAgentByPhone: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A number in E.164. */
        phone_number: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The agent. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      404: components['responses']['Missing'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getAgent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The agent. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  deleteAgent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
      '4XX': components['responses']['CarrierRefusal'];
      '5XX': components['responses']['CarrierRefusal'];
    };
  };
  updateAgent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name?: string;
          /** @enum {unknown} */
          agent_category?: 'telephony' | 'websocket';
          telephony_provider?: string | null;
          config?: components['schemas']['AgentConfigInput'];
          /** @enum {unknown} */
          status?: 'active' | 'archived';
          /** @description `true` archives, `false` restores: the same as `status`. */
          archived?: boolean;
          note?: components['schemas']['VersionNote'];
          /** @description Refuses the change with 409 unless this version is published, so that no other change is overwritten. */
          expected_version?: number;
        };
      };
    };
    responses: {
      /** @description The changed agent. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
      '4XX': components['responses']['CarrierRefusal'];
      '5XX': components['responses']['CarrierRefusal'];
    };
  };
  listAgentVersions: {
    parameters: {
      query?: {
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
        /** @description How many to skip. */
        offset?: components['parameters']['Offset'];
      };
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of them. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            versions: components['schemas']['AgentVersionSummary'][];
            limit: number;
            offset: number;
            /** @description How many are kept. */
            total: number;
            /** @description What calls run. Null: its content is not a version, because it was changed last by an earlier release. */
            published_version: number | null;
            /** @description The revision of the draft; null without one. */
            draft_revision: string | null;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getAgentVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
        /** @description The number of a version of the agent. */
        version: components['parameters']['AgentVersion'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The version. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentVersion'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  compareAgentVersions: {
    parameters: {
      query?: {
        /** @description The version to compare with; the one before when left out. */
        against?: number;
      };
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
        /** @description The number of a version of the agent. */
        version: components['parameters']['AgentVersion'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The differences. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            agent_id: string;
            version: number;
            /** @description Null when no version before it is kept. */
            against: number | null;
            changes: components['schemas']['AgentDifferences'];
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  restoreAgentVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
        /** @description The number of a version of the agent. */
        version: components['parameters']['AgentVersion'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "note": "The greeting was too long"
         *     }
         */
        'application/json': {
          note?: components['schemas']['VersionNote'];
          /** @description Refuses to restore with 409 unless this version is published. */
          expected_version?: number;
        };
      };
    };
    responses: {
      /** @description The agent. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getAgentVersionMetrics: {
    parameters: {
      query?: {
        /**
         * @description Only calls registered from this moment on, in ISO 8601; without a zone it is UTC.
         * @example 2026-01-31T00:00:00Z
         */
        from?: components['parameters']['CallsFrom'];
        /**
         * @description Only calls registered before this moment, in ISO 8601; without a zone it is UTC.
         * @example 2026-02-01T00:00:00Z
         */
        to?: components['parameters']['CallsTo'];
      };
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
        /** @description The number of a version of the agent. */
        version: components['parameters']['AgentVersion'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The figures. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentVersionMetrics'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  compareAgentChange: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name?: string;
          config?: components['schemas']['AgentConfigInput'];
        };
      };
    };
    responses: {
      /** @description The differences. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            agent_id: string;
            /** @description The published version; null when what is published is not a version. */
            against: number | null;
            changes: components['schemas']['AgentDifferences'];
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getAgentDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The draft. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentDraft'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  saveAgentDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Refuses the change with 409 unless the draft has this revision. */
          expected_revision?: string;
          config: components['schemas']['AgentConfigInput'];
        };
      };
    };
    responses: {
      /** @description The draft. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentDraft'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  discardAgentDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  compareAgentDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The differences. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            agent_id: string;
            /** @description That of the draft. */
            revision: string;
            /** @description The published version; null when what is published is not a version. */
            against: number | null;
            changes: components['schemas']['AgentDifferences'];
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  publishAgentDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "note": "Opening hours of the summer"
         *     }
         */
        'application/json': {
          note?: components['schemas']['VersionNote'];
          /** @description Refuses to publish with 409 unless the draft has this revision. */
          expected_revision?: string;
          /** @description Whether versions that were published since the draft was begun are overwritten; false when left out. */
          overwrite?: boolean;
        };
      };
    };
    responses: {
      /** @description The agent. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getAgentCanary: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The canary. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentCanary'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  startAgentCanary: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "share_percent": 20,
         *       "note": "Shorter greeting"
         *     }
         */
        'application/json': {
          /** @description How many of 100 calls run the new version. */
          share_percent: number;
          /** @description The version that they run. The draft when left out. */
          version?: number;
          /** @description Refuses to start with 409 unless the draft has this revision. */
          expected_revision?: string;
          note?: components['schemas']['VersionNote'];
          /** @description A caller who leaves earlier hangs up early; 30 when left out. */
          early_hang_up_seconds?: number;
          /** @description Conversations, of both versions together, after which the canary ends without a verdict. No limit when left out. */
          max_calls?: number;
        };
      };
    };
    responses: {
      /** @description The canary. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentCanary'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  abortAgentCanary: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  promoteAgentCanary: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "note": "Shorter greeting"
         *     }
         */
        'application/json': {
          note?: components['schemas']['VersionNote'];
        };
      };
    };
    responses: {
      /** @description The agent. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  testAgentTool: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
        /** @description The name by which the model calls a tool of the agent; that of an MCP server's tool starts with the server's name. */
        tool_name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "arguments": {
         *         "day": "2026-05-01",
         *         "guests": 4
         *       }
         *     }
         */
        'application/json': {
          /** @description The arguments, as the model would give them; none when left out. */
          arguments?: {
            [key: string]: unknown;
          };
          /** @description Call variables, which take precedence over the agent's `custom_variables`. */
          variables?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ToolTestResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  proposeAgentWaits: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The proposals, which may be none, and their effect. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProposedWaits'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listMcpTools: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://mcp.example.com/mcp",
         *       "timeout_secs": 8
         *     }
         */
        'application/json': components['schemas']['McpToolsRequest'];
      };
    };
    responses: {
      /** @description The tools, or why they could not be listed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['McpToolsResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listPhoneNumbers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The numbers of the organisation. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PhoneNumberResponse'][];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getAgentPhoneNumber: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an agent. */
        agent_id: components['parameters']['AgentId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The number. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PhoneNumberResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  attachPhoneNumber: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "phone_number": "+14155550100",
         *       "provider": "plivo",
         *       "agent_id": "3f0c7f0e-6f0b-4c1e-9a56-0f3c2c1d7e11"
         *     }
         */
        'application/json': {
          /** @description With its country code; spaces and dashes do not matter. */
          phone_number: string;
          provider: string;
          agent_id?: string | null;
        };
      };
    };
    responses: {
      201: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
      '4XX': components['responses']['CarrierRefusal'];
      '5XX': components['responses']['CarrierRefusal'];
    };
  };
  detachPhoneNumber: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          phone_number: string;
        };
      };
    };
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
      '4XX': components['responses']['CarrierRefusal'];
      '5XX': components['responses']['CarrierRefusal'];
    };
  };
  listProviderInventory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a registered provider. */
        provider: components['parameters']['Provider'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The numbers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'success';
            numbers: string[];
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
      '4XX': components['responses']['CarrierRefusal'];
      '5XX': components['responses']['CarrierRefusal'];
    };
  };
  startOutboundCall: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          agent_id: string;
          /** @description E.164, as in `+14155550100`. */
          to_number: string;
          /** @description E.164, as in `+14155550100`. */
          from_number?: string;
          /** @description Values for the prompts' placeholders; they win over the agent's own. */
          custom_variables?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description The call, as its carrier took it. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            call_id: string;
            status: components['schemas']['CallLogStatus'];
            provider_call_sid: string | null;
            from_number: string;
            to_number: string;
            agent_id: string;
            custom_variables: {
              [key: string]: unknown;
            };
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
      '4XX': components['responses']['CarrierRefusal'];
      '5XX': components['responses']['CarrierRefusal'];
    };
  };
  registerInboundCall: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          agent_id: string;
          provider_call_sid: components['schemas']['ProviderCallSid'];
          from_number: string;
          to_number: string;
          /**
           * @description From the media runtime: the carrier did not sign the webhook that reported the call. Such calls hold
           *     only a share of the organisation's slots.
           * @example false
           */
          unsigned?: boolean;
        };
      };
    };
    responses: {
      /** @description The registered call. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            call_id: string;
            status: components['schemas']['CallLogStatus'];
            provider_call_sid: string;
            /** @enum {unknown} */
            call_type: 'inbound' | 'outbound' | 'web';
            from_number: string;
            to_number: string;
            agent_id: string;
            /**
             * @description Whether this request registered the call. The runtime that sent it sends the pre-call request.
             * @example true
             */
            created: boolean;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  registerWebCall: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          agent_id: string;
          /** @description Values for the prompts' placeholders; they win over the agent's own. */
          custom_variables?: {
            [key: string]: unknown;
          };
          /**
           * @description Whether the call tries the draft of the agent. Needs the permission to change agents; 404 without a draft.
           * @example false
           */
          draft?: boolean;
          /**
           * @description The stored version of the agent that the call tries, in place of the draft. Needs the permission to change agents;
           *     404 without this version.
           * @example 3
           */
          version?: number;
          /**
           * @description From the media runtime: the browser brought no ticket. Such calls hold only a share of the
           *     organisation's slots, and analytics count them once their caller has said or typed something.
           * @example false
           */
          anonymous?: boolean;
          /**
           * @description From the media runtime, with `anonymous`: a digest of the client's network, whose calls at once and
           *     attempts in a minute are limited over all runtimes (ANONYMOUS_CALLS_PER_ADDRESS,
           *     ANONYMOUS_ATTEMPTS_PER_MINUTE), then 429. Of other clients it is ignored.
           * @example oVp7lX0hYy0kq0YxgYJq3b0vOQm2sJ4eWcXQmJb1c1E
           */
          client?: string;
          /**
           * @description The `Origin` header of the page that asked your server for the ticket. 403 unless the agent's
           *     `web.allowed_origins` has it, or names none. Sandboxed frames and files send `null`, which no list can
           *     have. The socket checks the page's origin in any case.
           * @example https://shop.example.com
           */
          origin?: string;
          /**
           * @description What identifies the visitor on your server: an account or an address, which counts with its /64 network if it is
           *     one of IPv6. A session does not limit visitors who get another one without their cookie. Only a keyed digest is
           *     kept, for the limits of `web`, for up to an hour. Beyond them 429 with Retry-After; a call that is not opened
           *     within 10 s gives way to the next one of its visitor. An API key has to send it where the agent limits visitors.
           * @example 203.0.113.7
           */
          visitor?: string;
        };
      };
    };
    responses: {
      /** @description The registered call. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            call_id: string;
            status: components['schemas']['CallLogStatus'];
            /** @constant */
            call_type: 'web';
            agent_id: string;
            custom_variables: {
              [key: string]: unknown;
            };
            ticket: string;
            /**
             * @description Address of the agent's socket, to which a client adds `ticket`. Null where the API does not know the runtime:
             *     set VOICE_SERVER_BASE_URL.
             */
            socket_url: string | null;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listGaps: {
    parameters: {
      query?: {
        /** @description Only calls of this agent. */
        agent_id?: components['parameters']['CallsOfAgent'];
        /** @description Only these. */
        kind?: 'unanswered' | 'wrong';
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
        /** @description How many to skip. */
        offset?: components['parameters']['Offset'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of groups. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            gaps: components['schemas']['GapGroup'][];
            limit: number;
            offset: number;
            /** @description How many groups there are in all. */
            total: number;
            /** @description Whether there are older calls with gaps. They come into the list when newer ones go. */
            has_older: boolean;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  markAnswer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
        /** @description The number of an answer in the call. */
        answer_number: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description What is wrong. */
          note?: string;
          /** @description What the agent should have answered. */
          correct_answer?: string;
        };
      };
    };
    responses: {
      /** @description The answer with its mark. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JudgedAnswer'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  unmarkAnswer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
        /** @description The number of an answer in the call. */
        answer_number: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer without a mark. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JudgedAnswer'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getCall: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The call. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallLogResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  deleteCall: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  updateCall: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    requestBody?: components['requestBodies']['CallPatch'];
    responses: {
      /** @description The changed call. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallLogResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  updateCallByProviderSid: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the call at its telephony provider. */
        provider_call_sid: string;
      };
      cookie?: never;
    };
    requestBody?: components['requestBodies']['CallPatch'];
    responses: {
      /** @description The changed call. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallLogResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  claimCall: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          owner: components['schemas']['CallOwner'];
          /** @description The version of the agent that the call runs; null when that is not a version. */
          agent_version?: number | null;
          /**
           * @description What the call tries, as in its log: the revision of the draft that it runs, or `version:7`. Required for a trial, and
           *     for a version it must be this one, else 409.
           */
          agent_draft?: string;
          /** @description The canary of the call's log, if the call runs what it decided. Without it the call leaves the comparison. */
          canary_id?: string;
        };
      };
    };
    responses: {
      /** @description The claim. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            call_id: string;
            /** Format: date-time */
            until: string;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  renewCalls: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          owner: components['schemas']['CallOwner'];
          calls: {
            org_id: string;
            call_id: string;
          }[];
        };
      };
    };
    responses: {
      /** @description What was lost. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            lost: string[];
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  countRingingCalls: {
    parameters: {
      query: {
        /**
         * @description ISO 8601; without a zone it is UTC.
         * @example 2026-01-31T00:00:00Z
         */
        registered_until: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description How many. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            calls: number;
          };
        };
      };
      401: components['responses']['Unauthenticated'];
      422: components['responses']['Invalid'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  reportLostCall: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          org_id: string;
          call_id: string;
          /** @description The last moment that is known of it. */
          heard_at: components['schemas']['MomentInput'];
        };
      };
    };
    responses: {
      /** @description The report was taken. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'ok';
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listOrganisationCalls: {
    parameters: {
      query?: {
        /** @description Only calls of this agent. */
        agent_id?: components['parameters']['CallsOfAgent'];
        /** @description Only calls that ran this version of the agent, with `agent_id`. */
        agent_version?: components['parameters']['CallsOfVersion'];
        /**
         * @description Only calls registered from this moment on, in ISO 8601; without a zone it is UTC.
         * @example 2026-01-31T00:00:00Z
         */
        from?: components['parameters']['CallsFrom'];
        /**
         * @description Only calls registered before this moment, in ISO 8601; without a zone it is UTC.
         * @example 2026-02-01T00:00:00Z
         */
        to?: components['parameters']['CallsTo'];
        /** @description Only calls of this campaign. */
        campaign_id?: components['parameters']['CallsOfCampaign'];
        /** @description Only calls of this type. */
        call_type?: components['parameters']['CallsOfType'];
        /**
         * @description Only calls that stand so: `live` are under way, `answered` are over and their `call_response` is `answered`, and
         *     `missed` ended in any other way.
         */
        standing?: components['parameters']['CallsStanding'];
        /**
         * @description Only calls whose `from_number` or `to_number` contains this. Spaces, hyphens, dots, slashes and brackets are left out.
         * @example +14155550100
         */
        number?: components['parameters']['CallsWithNumber'];
        /** @description Only calls whose analysis has this status. */
        analysis?: components['parameters']['WithAnalysis'];
        /** @description Only calls that were judged so. */
        success?: components['parameters']['WithSuccess'];
        /**
         * @description Only calls with this value of an extracted field: its name, a colon and the value. Upper and lower case are the same;
         *     a list has each of its values.
         * @example day:Friday
         */
        field?: components['parameters']['WithField'];
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
        /** @description How many to skip. */
        offset?: components['parameters']['Offset'];
      };
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of them. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            calls: components['schemas']['CallLogResponse'][];
            limit: number;
            offset: number;
            /** @description How many there are in all. */
            total: number;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  exportCalls: {
    parameters: {
      query?: {
        /** @description Only calls of this agent. */
        agent_id?: components['parameters']['CallsOfAgent'];
        /** @description Only calls that ran this version of the agent, with `agent_id`. */
        agent_version?: components['parameters']['CallsOfVersion'];
        /**
         * @description Only calls registered from this moment on, in ISO 8601; without a zone it is UTC.
         * @example 2026-01-31T00:00:00Z
         */
        from?: components['parameters']['CallsFrom'];
        /**
         * @description Only calls registered before this moment, in ISO 8601; without a zone it is UTC.
         * @example 2026-02-01T00:00:00Z
         */
        to?: components['parameters']['CallsTo'];
        /** @description Only calls of this campaign. */
        campaign_id?: components['parameters']['CallsOfCampaign'];
        /** @description Only calls of this type. */
        call_type?: components['parameters']['CallsOfType'];
        /**
         * @description Only calls that stand so: `live` are under way, `answered` are over and their `call_response` is `answered`, and
         *     `missed` ended in any other way.
         */
        standing?: components['parameters']['CallsStanding'];
        /**
         * @description Only calls whose `from_number` or `to_number` contains this. Spaces, hyphens, dots, slashes and brackets are left out.
         * @example +14155550100
         */
        number?: components['parameters']['CallsWithNumber'];
        /** @description Only calls whose analysis has this status. */
        analysis?: components['parameters']['WithAnalysis'];
        /** @description Only calls that were judged so. */
        success?: components['parameters']['WithSuccess'];
        /**
         * @description Only calls with this value of an extracted field: its name, a colon and the value. Upper and lower case are the same;
         *     a list has each of its values.
         * @example day:Friday
         */
        field?: components['parameters']['WithField'];
      };
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Calls, one per line; RFC 4180. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getCallOutcomes: {
    parameters: {
      query?: {
        /** @description Only calls of this agent. */
        agent_id?: components['parameters']['CallsOfAgent'];
        /** @description Only calls that ran this version of the agent, with `agent_id`. */
        agent_version?: components['parameters']['CallsOfVersion'];
        /**
         * @description Only calls registered from this moment on, in ISO 8601; without a zone it is UTC.
         * @example 2026-01-31T00:00:00Z
         */
        from?: components['parameters']['CallsFrom'];
        /**
         * @description Only calls registered before this moment, in ISO 8601; without a zone it is UTC.
         * @example 2026-02-01T00:00:00Z
         */
        to?: components['parameters']['CallsTo'];
      };
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The counts. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallOutcomes'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getCallAnalytics: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The figures. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallAnalyticsResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getRecording: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The whole recording. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'audio/wav': Blob;
        };
      };
      /** @description The part that was asked for. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'audio/wav': Blob;
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      416: components['responses']['Unsatisfiable'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  getTranscript: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The whole transcript. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The part that was asked for. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      416: components['responses']['Unsatisfiable'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  getCallInputs: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All inputs. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
      /** @description The part that was asked for. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      416: components['responses']['Unsatisfiable'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  getCallScenario: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A YAML file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/yaml': string;
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  getCallMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The metrics, with four averages computed from the breakdowns. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallMetricsReport'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  putCallMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CallMetricsBody'];
      };
    };
    responses: {
      /** @description The stored metrics. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallMetrics'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getCallCost: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The cost of the call. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallCost'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listCosts: {
    parameters: {
      query?: {
        /** @description What a group is. `vendor` has a group for each metric of each model. */
        group_by?: 'month' | 'agent' | 'campaign' | 'vendor';
        /** @description The first month. Without it, eleven months before `to` in a report by month, else `to`. */
        from?: components['schemas']['CalendarMonth'];
        /** @description The last month, at most 36 months with the first. The present one by default. */
        to?: components['schemas']['CalendarMonth'];
        /** @description Only calls of this agent. */
        agent_id?: string;
        /** @description Only calls of this campaign. */
        campaign_id?: string;
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
        /** @description How many to skip. */
        offset?: components['parameters']['Offset'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The sums. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CostReport'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getBudget: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The budget. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BudgetResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  setBudget: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an organisation. */
        org_id: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Budget'];
      };
    };
    responses: {
      /** @description The new budget. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BudgetResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listAnalysisRuns: {
    parameters: {
      query?: {
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
        /** @description How many to skip. */
        offset?: components['parameters']['Offset'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of them. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            runs: components['schemas']['AnalysisRun'][];
            limit: number;
            offset: number;
            /** @description How many there are in all. */
            total: number;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  startAnalysisRun: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "agent_id": "6f1c5a52-6f0c-4a39-9c43-0d0f5f2f6f0e",
         *       "from": "2026-01-01T00:00:00Z"
         *     }
         */
        'application/json': components['schemas']['NewAnalysisRun'];
      };
    };
    responses: {
      /** @description The run. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnalysisRun'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getAnalysisRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of analyses. */
        run_id: components['parameters']['RunId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The run. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnalysisRun'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  cancelAnalysisRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of analyses. */
        run_id: components['parameters']['RunId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The run. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnalysisRun'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listRehearsalSuites: {
    parameters: {
      query?: {
        /** @description Only suites of this agent. */
        agent_id?: components['parameters']['SuitesOfAgent'];
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
        /** @description How many to skip. */
        offset?: components['parameters']['Offset'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of them. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            suites: components['schemas']['RehearsalSuiteSummary'][];
            limit: number;
            offset: number;
            /** @description How many there are in all. */
            total: number;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  createRehearsalSuite: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "agent_id": "6f1c5a52-6f0c-4a39-9c43-0d0f5f2f6f0e",
         *       "source": "title: Opening hours\npersonas: { ada: { script: [{ when: hello, say: when do you open, end: true }] } }\nconversations: [{ title: tells the hours, persona: ada, expect: { says: [nine] } }]\n"
         *     }
         */
        'application/json': components['schemas']['NewRehearsalSuite'];
      };
    };
    responses: {
      /** @description The suite. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RehearsalSuite'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getRehearsalSuite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a suite of rehearsals. */
        suite_id: components['parameters']['SuiteId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The suite. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RehearsalSuite'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  replaceRehearsalSuite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a suite of rehearsals. */
        suite_id: components['parameters']['SuiteId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "agent_id": "6f1c5a52-6f0c-4a39-9c43-0d0f5f2f6f0e",
         *       "source": "title: Opening hours\npersonas: { ada: { script: [{ when: hello, say: when do you open, end: true }] } }\nconversations: [{ title: tells the hours, persona: ada, expect: { says: [nine] } }]\n"
         *     }
         */
        'application/json': {
          /** @description Refuses the change with 409 unless the suite has this revision. */
          expected_revision?: string;
          agent_id: components['schemas']['SuiteAgentId'];
          source: components['schemas']['SuiteSource'];
        };
      };
    };
    responses: {
      /** @description The suite. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RehearsalSuite'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  deleteRehearsalSuite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a suite of rehearsals. */
        suite_id: components['parameters']['SuiteId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  listRehearsalRuns: {
    parameters: {
      query?: {
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
        /** @description How many to skip. */
        offset?: components['parameters']['Offset'];
      };
      header?: never;
      path: {
        /** @description The id of a suite of rehearsals. */
        suite_id: components['parameters']['SuiteId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of them. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            runs: components['schemas']['RehearsalRun'][];
            limit: number;
            offset: number;
            /** @description How many there are in all. */
            total: number;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  startRehearsalRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a suite of rehearsals. */
        suite_id: components['parameters']['SuiteId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "compare": "draft",
         *       "runs": 3
         *     }
         */
        'application/json': components['schemas']['NewRehearsalRun'];
      };
    };
    responses: {
      /** @description The run. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RehearsalRun'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  publishRehearsalRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a suite of rehearsals. */
        suite_id: components['parameters']['SuiteId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PublishedRehearsalRun'];
      };
    };
    responses: {
      /** @description The run. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RehearsalRun'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  getRehearsalRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of a suite. */
        run_id: components['parameters']['RehearsalRunId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The run. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RehearsalRun'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  deleteRehearsalRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of a suite. */
        run_id: components['parameters']['RehearsalRunId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  cancelRehearsalRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of a suite. */
        run_id: components['parameters']['RehearsalRunId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The run. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RehearsalRun'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  finishRehearsalRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of a suite. */
        run_id: components['parameters']['RehearsalRunId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RehearsalRunEnd'];
      };
    };
    responses: {
      /** @description The run. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RehearsalRun'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  listRehearsalConversations: {
    parameters: {
      query?: {
        /** @description Only those of this side of a comparison. */
        side?: components['parameters']['RehearsalSideName'];
        /** @description Only those with this verdict. */
        verdict?: components['parameters']['WithVerdict'];
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
        /** @description How many to skip. */
        offset?: components['parameters']['Offset'];
      };
      header?: never;
      path: {
        /** @description The id of a run of a suite. */
        run_id: components['parameters']['RehearsalRunId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of them. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            conversations: components['schemas']['RehearsalConversationSummary'][];
            limit: number;
            offset: number;
            /** @description How many there are in all. */
            total: number;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getRehearsalConversation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of a suite. */
        run_id: components['parameters']['RehearsalRunId'];
        /** @description The side of a comparison, `a` or `b`, and the place in the suite from 1: `a7`. */
        conversation_id: components['parameters']['RehearsalConversationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The conversation. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RehearsalConversation'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  publishRehearsalConversation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of a suite. */
        run_id: components['parameters']['RehearsalRunId'];
        /** @description The side of a comparison, `a` or `b`, and the place in the suite from 1: `a7`. */
        conversation_id: components['parameters']['RehearsalConversationId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PublishedRehearsalConversation'];
      };
    };
    responses: {
      /** @description The conversation. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RehearsalConversationSummary'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  getRehearsalRecording: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of a suite. */
        run_id: components['parameters']['RehearsalRunId'];
        /** @description The side of a comparison, `a` or `b`, and the place in the suite from 1: `a7`. */
        conversation_id: components['parameters']['RehearsalConversationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The whole recording. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'audio/wav': Blob;
        };
      };
      /** @description The part that was asked for. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'audio/wav': Blob;
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      416: components['responses']['Unsatisfiable'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  publishRehearsalRecording: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a run of a suite. */
        run_id: components['parameters']['RehearsalRunId'];
        /** @description The side of a comparison, `a` or `b`, and the place in the suite from 1: `a7`. */
        conversation_id: components['parameters']['RehearsalConversationId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'audio/wav': Blob;
      };
    };
    responses: {
      /** @description The conversation. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RehearsalConversationSummary'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  getCallAnalysis: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The analysis, finished or not. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallAnalysis'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  requestCallAnalysis: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The pending analysis. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallAnalysis'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  uploadContacts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** Format: binary */
          file: Blob;
        };
      };
    };
    responses: {
      /** @description The stored list. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Names the list when a campaign is created. */
            source_id: string;
            filename: string;
            /** @description Rows with a number. */
            contact_rows: number;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  createCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          agent_id: string;
          /** @description Only `csv`, which is also what is taken when it is left out. */
          source_type?: string;
          /** @description As answered by the upload. */
          source_id: string;
          rate_limit_per_second?: components['schemas']['CampaignRate'];
          max_concurrency?: components['schemas']['CampaignConcurrency'];
          /** @description Caller ID; the number of the agent when it is left out. While there is a `caller_id_pool`, it is not used. */
          from_number?: string | null;
          retry_config?: components['schemas']['RetryConfigInput'];
          schedule_config?: components['schemas']['ScheduleConfigInput'];
          circuit_breaker?: components['schemas']['CircuitBreakerInput'];
          dial_caps?: components['schemas']['DialCapsInput'];
          consent?: components['schemas']['ConsentInput'];
          caller_id_pool?: components['schemas']['CallerIdPoolInput'];
          variants?: components['schemas']['VariantsInput'];
        };
      };
    };
    responses: {
      /** @description The campaign. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Campaign'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  listCampaigns: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The campaigns of the active organisation. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Campaign'][];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  reportCallStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          org_id: string;
          call_id: string;
          call_response?: string | null;
        };
      };
    };
    responses: {
      /** @description The report was taken. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'ok';
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The campaign. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Campaign'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  deleteCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  updateCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name?: string;
          rate_limit_per_second?: components['schemas']['CampaignRate'];
          max_concurrency?: components['schemas']['CampaignConcurrency'];
          retry_config?: components['schemas']['RetryConfigInput'];
          schedule_config?: components['schemas']['ScheduleConfigInput'];
          circuit_breaker?: components['schemas']['CircuitBreakerInput'];
          dial_caps?: components['schemas']['DialCapsInput'];
          consent?: components['schemas']['ConsentInput'];
          caller_id_pool?: components['schemas']['CallerIdPoolInput'];
          variants?: components['schemas']['VariantsInput'];
        };
      };
    };
    responses: {
      /** @description The changed campaign. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Campaign'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  previewCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          assumptions?: components['schemas']['CallAssumptionsInput'];
          /**
           * @description Contacts that are judged at most, spread evenly over the list; 250,000 when left out. Each of the others
           *     counts as the judged one before it.
           */
          sample_size?: number;
          /**
           * Format: date-time
           * @description When the campaign is to begin, in ISO 8601. Now, when it is left out.
           * @example 2026-11-02T09:00:00Z
           */
          starts_at?: string;
        };
      };
    };
    responses: {
      /** @description The preview. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignPreview'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  rehearseCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          population?: components['schemas']['Population'];
          /** @description Contacts that are rehearsed at most, spread evenly over the list; 500 when left out. */
          sample_size?: number;
          /**
           * Format: date-time
           * @description When the campaign is to begin, in ISO 8601. Now, when it is left out.
           * @example 2026-11-02T09:00:00Z
           */
          starts_at?: string;
        };
      };
    };
    responses: {
      /** @description The preview and the rehearsal, side by side. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignRehearsal'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  startCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The campaign is started. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'started';
            campaign_id: string;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  pauseCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The campaign is paused. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'paused';
            campaign_id: string;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  resumeCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The campaign is resumed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'resumed';
            campaign_id: string;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listCampaignRuns: {
    parameters: {
      query?: {
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
        /** @description How many to skip. */
        offset?: components['parameters']['Offset'];
      };
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of call logs. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallLogResponse'][];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getCampaignProgress: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The progress. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            campaign_id: string;
            state: components['schemas']['CampaignState'];
            total_rows: number;
            processed_rows: number;
            failed_rows: number;
            /** @description Contacts that were not dialled, because they must not be. There once there is one. */
            refused_rows?: number;
            refused_by?: components['schemas']['RefusedBy'];
            decisions?: components['schemas']['RetryDecisions'];
            progress_percentage: number;
            rate_limit: number;
            /** @description There while the circuit breaker has tripped and probes. */
            breaker_state?: components['schemas']['OpenBreaker'];
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            completed_at: string | null;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  compareVariants: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The comparison, as of now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignComparison'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  redialCampaign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
        };
      };
    };
    responses: {
      /** @description The new campaign, not started. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Campaign'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getContactsUrl: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A link that works without a token, for a few minutes. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * Format: uri
             * @description An absolute URL, for `GET`.
             */
            download_url: string;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  listCampaignRefusals: {
    parameters: {
      query?: {
        /** @description The first contact to return; `next_contact` of the page before. */
        from_contact?: number;
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of them. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            refusals: components['schemas']['RefusedContact'][];
            /** @description Where the next page starts; null on the last one. */
            next_contact: number | null;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listCampaignDeferrals: {
    parameters: {
      query?: {
        /** @description The first contact to return; `next_contact` of the page before. */
        from_contact?: number;
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of them. It can be shorter than `limit` and not the last one. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            deferrals: components['schemas']['DeferredContact'][];
            /** @description Where the next page starts; null on the last one. */
            next_contact: number | null;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listCampaignCallerIds: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The numbers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            caller_ids: components['schemas']['CallerId'][];
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listCampaignDecisions: {
    parameters: {
      query?: {
        /** @description The first contact to return; `next_contact` of the page before. */
        from_contact?: number;
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /**
       * @description One page of them. It can be shorter than `limit` and not the last one, and a little longer: the decisions on one contact
       *     are on one page.
       */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            decisions: components['schemas']['DecidedContact'][];
            /** @description Where the next page starts; null on the last one. */
            next_contact: number | null;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getCampaignReport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a campaign. */
        campaign_id: components['parameters']['CampaignId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A CSV file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getDialCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The caps. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DialCaps'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  setDialCaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DialCaps'];
      };
    };
    responses: {
      /** @description The new caps. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DialCaps'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listSuppressions: {
    parameters: {
      query?: {
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
        /** @description How many to skip. */
        offset?: components['parameters']['Offset'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            suppressions: components['schemas']['Suppression'][];
            /** @description Numbers on the list. */
            total: number;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  addSuppression: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description In E.164; spaces and dashes are ignored.
           * @example +14155550100
           */
          phone_number: string;
          /** @description Why, for people. One line. */
          reason?: string | null;
        };
      };
    };
    responses: {
      /** @description The entry of the number. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Suppression'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  importSuppressions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** Format: binary */
          file: Blob;
        };
      };
    };
    responses: {
      /** @description The numbers are listed. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Numbers that were not listed before. */
            added: number;
            /** @description Rows with a number. */
            rows: number;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getSuppression: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A number in E.164. */
        phone_number: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The entry. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Suppression'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  removeSuppression: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A number in E.164. */
        phone_number: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Success'];
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  scheduleCallback: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a call. */
        call_id: components['parameters']['CallId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Instead of day and time. */
          in_minutes?: number | null;
          /** @description `today`, `tomorrow`, the English name of a weekday, or a day such as `2026-12-24`. */
          day?: string | null;
          /** @description Local time of the person, such as `17:00`. */
          time?: string | null;
          /** @description Zone of the person, an IANA name. Left out, it is that of the contact list, otherwise that of the number. */
          timezone?: string | null;
          /** @description What to talk about, in one line. */
          note?: string | null;
        };
      };
    };
    responses: {
      /** @description The callback, and its time as it is said to the person. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgreedCallback'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  listCallbacks: {
    parameters: {
      query?: {
        /** @description How many at most. */
        limit?: components['parameters']['Limit'];
        /** @description How many to skip. */
        offset?: components['parameters']['Offset'];
        /** @description Whether only those that are not over are listed. true when left out. */
        upcoming?: 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            callbacks: components['schemas']['Callback'][];
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  getCallback: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the callback. */
        callback_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The callback. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Callback'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  cancelCallback: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the callback. */
        callback_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The canceled callback. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Callback'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      409: components['responses']['Duplicate'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  retrieveChunks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          org_id: string;
          question: string;
          document_ids?: string[] | null;
          /** @description Maximum number of passages, 5 by default. */
          top_k?: number;
        };
      };
    };
    responses: {
      /** @description The passages, the best first by meaning and words together: `distance` does not always ascend. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            chunks: components['schemas']['RetrievedChunk'][];
            /**
             * @description Whether one of the passages found may answer the question. If not, agents get none of them. What is
             *     close is learned from the documents.
             */
            close: boolean;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      /** @description Nothing could be retrieved; `detail` says why. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Problem'];
        };
      };
      503: components['responses']['Outage'];
    };
  };
  listDocuments: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The documents. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KnowledgeDocumentResponse'][];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  uploadDocument: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** Format: binary */
          file: Blob;
        };
      };
    };
    responses: {
      /** @description The stored document, which is not ready yet. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            document_id: string;
            org_id: string;
            original_filename: string;
            /** @constant */
            status: 'processing';
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  addWebPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://www.example.com/opening-hours",
         *       "refresh": "daily"
         *     }
         */
        'application/json': {
          /** @description An http or https address of a public server. */
          url: string;
          refresh?: components['schemas']['RefreshInterval'];
        };
      };
    };
    responses: {
      /** @description The document, which is not fetched yet. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KnowledgeDocumentResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  addSitemap: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://www.example.com/sitemap.xml",
         *       "path_prefix": "/help/",
         *       "max_pages": 50,
         *       "refresh": "weekly"
         *     }
         */
        'application/json': {
          /** @description The address of the sitemap itself. */
          url: string;
          /** @description Other pages are left out, `/` by default. */
          path_prefix?: string;
          /** @description The most pages, 100 by default. */
          max_pages?: number;
          refresh?: components['schemas']['RefreshInterval'];
        };
      };
    };
    responses: {
      /** @description The document of the sitemap, which is not fetched yet. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KnowledgeDocumentResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  refreshDocument: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a document. */
        document_id: components['parameters']['DocumentId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The document, as it is until then. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KnowledgeDocumentResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  askKnowledge: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          question: string;
          document_ids?: string[] | null;
          /** @description Maximum number of passages, 5 by default. */
          top_k?: number;
        };
      };
    };
    responses: {
      /** @description The passages, the best first by meaning and words together: `distance` does not always ascend. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            chunks: components['schemas']['RetrievedChunk'][];
            /**
             * @description Whether one of the passages found may answer the question. If not, agents get none of them. What is
             *     close is learned from the documents.
             */
            close: boolean;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      /** @description Nothing could be retrieved; `detail` says why. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Problem'];
        };
      };
      503: components['responses']['Outage'];
    };
  };
  previewDocument: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a document. */
        document_id: components['parameters']['DocumentId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The whole file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/pdf': Blob;
          'application/vnd.openxmlformats-officedocument.wordprocessingml.document': Blob;
          'text/plain': Blob;
          'text/markdown': Blob;
          'text/csv': Blob;
        };
      };
      /** @description The part that was asked for. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/pdf': Blob;
          'application/vnd.openxmlformats-officedocument.wordprocessingml.document': Blob;
          'text/plain': Blob;
          'text/markdown': Blob;
          'text/csv': Blob;
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      416: components['responses']['Unsatisfiable'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  deleteDocument: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a document. */
        document_id: components['parameters']['DocumentId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            deleted: true;
          };
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
      503: components['responses']['Outage'];
    };
  };
  updateDocument: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a document. */
        document_id: components['parameters']['DocumentId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "refresh": "weekly"
         *     }
         */
        'application/json': {
          refresh: components['schemas']['RefreshInterval'];
        };
      };
    };
    responses: {
      /** @description The document. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KnowledgeDocumentResponse'];
        };
      };
      400: components['responses']['Rejected'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      404: components['responses']['Missing'];
      413: components['responses']['TooLarge'];
      422: components['responses']['Invalid'];
      429: components['responses']['Limited'];
      500: components['responses']['Failed'];
      503: components['responses']['Outage'];
    };
  };
  downloadObject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The last part of the `download_url`. */
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The whole file, to be saved under its name. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': Blob;
        };
      };
      /** @description The part that was asked for. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': Blob;
        };
      };
      400: components['responses']['Rejected'];
      404: components['responses']['Missing'];
      416: components['responses']['Unsatisfiable'];
      500: components['responses']['Failed'];
      502: components['responses']['Unavailable'];
    };
  };
  onCallStarted: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the event. It is the same however often the event is sent. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description When this request was sent, in seconds since 1970. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description Signatures separated by spaces, each `v1,` and base64, as Standard Webhooks defines. */
        'webhook-signature': components['parameters']['WebhookSignature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CallEvent'];
      };
    };
    responses: {
      /** @description The event is accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onCallEnded: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the event. It is the same however often the event is sent. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description When this request was sent, in seconds since 1970. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description Signatures separated by spaces, each `v1,` and base64, as Standard Webhooks defines. */
        'webhook-signature': components['parameters']['WebhookSignature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CallEvent'];
      };
    };
    responses: {
      /** @description The event is accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onCallRecordingReady: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the event. It is the same however often the event is sent. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description When this request was sent, in seconds since 1970. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description Signatures separated by spaces, each `v1,` and base64, as Standard Webhooks defines. */
        'webhook-signature': components['parameters']['WebhookSignature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CallEvent'];
      };
    };
    responses: {
      /** @description The event is accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onCallAnalysed: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the event. It is the same however often the event is sent. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description When this request was sent, in seconds since 1970. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description Signatures separated by spaces, each `v1,` and base64, as Standard Webhooks defines. */
        'webhook-signature': components['parameters']['WebhookSignature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CallAnalysedEvent'];
      };
    };
    responses: {
      /** @description The event is accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onToolFailed: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the event. It is the same however often the event is sent. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description When this request was sent, in seconds since 1970. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description Signatures separated by spaces, each `v1,` and base64, as Standard Webhooks defines. */
        'webhook-signature': components['parameters']['WebhookSignature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ToolFailedEvent'];
      };
    };
    responses: {
      /** @description The event is accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onCampaignStateChanged: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the event. It is the same however often the event is sent. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description When this request was sent, in seconds since 1970. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description Signatures separated by spaces, each `v1,` and base64, as Standard Webhooks defines. */
        'webhook-signature': components['parameters']['WebhookSignature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CampaignStateChangedEvent'];
      };
    };
    responses: {
      /** @description The event is accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onCampaignBreakerChanged: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the event. It is the same however often the event is sent. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description When this request was sent, in seconds since 1970. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description Signatures separated by spaces, each `v1,` and base64, as Standard Webhooks defines. */
        'webhook-signature': components['parameters']['WebhookSignature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CampaignBreakerChangedEvent'];
      };
    };
    responses: {
      /** @description The event is accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onBudgetThresholdReached: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the event. It is the same however often the event is sent. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description When this request was sent, in seconds since 1970. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description Signatures separated by spaces, each `v1,` and base64, as Standard Webhooks defines. */
        'webhook-signature': components['parameters']['WebhookSignature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BudgetThresholdReachedEvent'];
      };
    };
    responses: {
      /** @description The event is accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onCampaignContactFinished: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the event. It is the same however often the event is sent. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description When this request was sent, in seconds since 1970. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description Signatures separated by spaces, each `v1,` and base64, as Standard Webhooks defines. */
        'webhook-signature': components['parameters']['WebhookSignature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CampaignContactFinishedEvent'];
      };
    };
    responses: {
      /** @description The event is accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onAgentUpdated: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the event. It is the same however often the event is sent. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description When this request was sent, in seconds since 1970. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description Signatures separated by spaces, each `v1,` and base64, as Standard Webhooks defines. */
        'webhook-signature': components['parameters']['WebhookSignature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AgentUpdatedEvent'];
      };
    };
    responses: {
      /** @description The event is accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onAgentCanaryRolledBack: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the event. It is the same however often the event is sent. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description When this request was sent, in seconds since 1970. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description Signatures separated by spaces, each `v1,` and base64, as Standard Webhooks defines. */
        'webhook-signature': components['parameters']['WebhookSignature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AgentCanaryRolledBackEvent'];
      };
    };
    responses: {
      /** @description The event is accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onEndpointTest: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the event. It is the same however often the event is sent. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description When this request was sent, in seconds since 1970. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description Signatures separated by spaces, each `v1,` and base64, as Standard Webhooks defines. */
        'webhook-signature': components['parameters']['WebhookSignature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EndpointTestEvent'];
      };
    };
    responses: {
      /** @description The event is accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
