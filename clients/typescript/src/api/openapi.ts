/** Generated from the OpenAPI document by `make client-types`. Do not edit. */

/* eslint-disable */
export interface paths {
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes everything stored about the user. If it is not complete, repeat it. */
        delete: operations["account_erase"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/looks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists when an operator of the deployment looked at the user's figures, newest first. */
        get: operations["account_list_looks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists batches that failed, the last to fail first. */
        get: operations["admin_list_failed_batches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/batches/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queues failed batches again, up to 25 in one request. Learning that is off stays off. */
        post: operations["admin_retry_batches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/batches/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queues one failed batch again. */
        post: operations["admin_retry_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the version, and the variables in effect without their secrets. */
        get: operations["admin_configuration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/looks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists what operators have looked at and done, the newest first. */
        get: operations["admin_list_looks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/parked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists work that maintenance has parked, the longest parked first. */
        get: operations["admin_list_parked"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/parked/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lets the next sweep try parked work again, up to 25 pieces in one request. */
        post: operations["admin_release_all"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/parked/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lets the next sweep try one piece of parked work again. */
        post: operations["admin_release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists runs of maintenance, the newest first. */
        get: operations["admin_list_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/spending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what analyses cost, by day, and the budgets. */
        get: operations["admin_spending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/spending/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the users with an analysis today; who spent most comes first. */
        get: operations["admin_list_spenders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists users under sealed ids, with the size of their data and their last activity. */
        get: operations["admin_list_users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gets the figures of the user with a uid, and the sealed id for the other routes. */
        post: operations["admin_find_user"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets the figures of one user. */
        get: operations["admin_get_user"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/authorizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers a client's request for access for the user. */
        post: operations["access_authorize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/authorizations/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Shows who asks for access, and for what, before the user answers. */
        post: operations["access_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists analyses, newest first. */
        get: operations["prompts_list_batches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets an analysis, with a decision for each candidate. */
        get: operations["prompts_get_batch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets a stamp for each part of the user's data, or a 304 if `If-None-Match` still matches. */
        get: operations["profile_get_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the assistants and programs that may act for the user. */
        get: operations["access_list_connections"];
        put?: never;
        /** Makes an access key, which is shown only once. */
        post: operations["access_make_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Cuts off an assistant or program, everywhere within a minute. */
        delete: operations["access_disconnect"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connections/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes back what an assistant or program has written since a time, as one change. */
        post: operations["access_undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets the context block, as JSON with details or as plain text. */
        get: operations["context_get_context"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Exports everything stored about the user as one JSON document. */
        get: operations["account_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Imports an export or the files of a legacy system. Repeating it creates no duplicates. */
        post: operations["account_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists imports of other products' conversations, newest first. */
        get: operations["account_list_imports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets how far an import has come. */
        get: operations["account_get_import"];
        put?: never;
        /** Imports messages of another product. They are learned from little by little. */
        post: operations["account_import_piece"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists what waits for the user: contradictions, proposals, and what may be outdated. */
        get: operations["profile_list_inbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers a question: what is proposed holds, it does not, or something else does. */
        post: operations["profile_answer_inbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists notes, the newest or the oldest first. */
        get: operations["memory_list_entries"];
        put?: never;
        /** Saves a note, or refreshes its existing duplicate. */
        post: operations["memory_save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memory/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Saves several notes. A refused note does not affect the others. */
        post: operations["memory_save_many"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memory/repair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Checks the data derived from the notes, and repairs it. */
        post: operations["memory_repair"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memory/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Searches all of the user's notes, best match first. */
        get: operations["memory_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/memory/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets a note. */
        get: operations["memory_get_entry"];
        put?: never;
        post?: never;
        /** Deletes a note permanently. */
        delete: operations["memory_delete_entry"];
        options?: never;
        head?: never;
        /** Updates fields of a note. */
        patch: operations["memory_change_entry"];
        trace?: never;
    };
    "/v1/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists preferences, highest confidence first. */
        get: operations["profile_list_preferences"];
        put?: never;
        /** Adds a preference. Repeating the id or idempotency key has no further effect. */
        post: operations["profile_add_preference"];
        /** Deletes all preferences. They are not learned again. */
        delete: operations["profile_delete_preferences"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/preferences/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets a preference. */
        get: operations["profile_get_preference"];
        put?: never;
        post?: never;
        /** Deletes a preference. It is not learned again. */
        delete: operations["profile_delete_preference"];
        options?: never;
        head?: never;
        /** Corrects a preference. From then on it counts as stated by the user. */
        patch: operations["profile_change_preference"];
        trace?: never;
    };
    "/v1/preferences/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activates a preference. */
        post: operations["profile_activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/preferences/{id}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deactivates a preference. It is kept, but assistants no longer see it. */
        post: operations["profile_deactivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets the profile, or what was known at an earlier time. */
        get: operations["profile_get_profile"];
        put?: never;
        post?: never;
        /** Clears the profile. A rollback can undo this, unless it is purged. */
        delete: operations["profile_clear"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/profile/about": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Sets facts about the user. Null removes a fact, and learning does not restore it. */
        patch: operations["profile_patch_about"];
        trace?: never;
    };
    "/v1/profile/changelog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists changes, newest first, without their snapshots. */
        get: operations["profile_list_changelog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/profile/changelog/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets a change, with its snapshot if that is still kept. */
        get: operations["profile_get_changelog_entry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/profile/changelog/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes back one change, as a new version, except what has been changed again since. */
        post: operations["profile_undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/profile/patterns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a pattern. It is not learned again. */
        delete: operations["profile_delete_pattern"];
        options?: never;
        head?: never;
        /** Corrects a pattern. From then on it counts as stated by the user. */
        patch: operations["profile_change_pattern"];
        trace?: never;
    };
    "/v1/profile/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Starts an analysis of what was recorded before, and waits for its end if asked to. */
        post: operations["profile_refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/profile/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restores an earlier version as a new version. */
        post: operations["profile_rollback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/profile/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Sets skill levels. Null removes one, and learning does not restore it. */
        patch: operations["profile_patch_skills"];
        trace?: never;
    };
    "/v1/profile/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets the status of learning, with reasons for the current state of the profile. */
        get: operations["profile_get_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/profile/workflows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a workflow. It is not learned again. */
        delete: operations["profile_delete_workflow"];
        options?: never;
        head?: never;
        /** Corrects a workflow. From then on it counts as stated by the user. */
        patch: operations["profile_change_workflow"];
        trace?: never;
    };
    "/v1/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists prompts, newest first. */
        get: operations["prompts_list_prompts"];
        put?: never;
        /** Records messages. Repeating an id or idempotency key records nothing twice. */
        post: operations["prompts_record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prompts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets a prompt, its processing state, and the preferences learned from it. */
        get: operations["prompts_get_prompt"];
        put?: never;
        post?: never;
        /** Deletes a prompt. What was learned from it stays. */
        delete: operations["prompts_delete_prompt"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists sessions, most recently active first. */
        get: operations["sessions_list_sessions"];
        put?: never;
        /** Starts a session, and returns what the project's previous session left. */
        post: operations["sessions_start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets a session. */
        get: operations["sessions_get_session"];
        put?: never;
        post?: never;
        /** Deletes a session. What was learned from it is kept. */
        delete: operations["sessions_delete_session"];
        options?: never;
        head?: never;
        /** Updates a session with its progress: summary, tasks, decisions and context. */
        patch: operations["sessions_report"];
        trace?: never;
    };
    "/v1/sessions/{id}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Processes the turns that have not been processed yet. */
        post: operations["sessions_take_turns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets the user's settings. */
        get: operations["account_get_settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Updates settings. Changes take effect immediately. */
        patch: operations["account_patch_settings"];
        trace?: never;
    };
    "/v1/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the tools for a model in OpenAI's function calling format, with instructions. */
        get: operations["memory_list_tools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Runs a tool with a model's arguments. A refusal is a result for the model to read. */
        post: operations["memory_call_tool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Facts about the user. Every leaf is optional. */
        About: {
            name?: string | null;
            bio?: string | null;
            timezone?: string | null;
            contacts?: components["schemas"]["Contact"][] | null;
            notes?: string | null;
            work?: components["schemas"]["Work"];
            codePreferences?: components["schemas"]["CodePreferences"];
            tools?: components["schemas"]["Tools"];
            interests?: string[] | null;
            custom?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description How an item ages.
         * @enum {string}
         */
        Ageing: "lasting" | "usual" | "passing";
        /** @description What one agent may do (T-12): a tier that is off is neither read nor written by it. */
        AgentSettings: {
            memoryEnabled: boolean;
            userProfileEnabled: boolean;
            archiveEnabled: boolean;
        };
        /** @description The user's answer. With `correct`, `correction` is a text, or the value of a fact. */
        AnswerIn: {
            /** @enum {string} */
            answer: "accept" | "reject" | "correct";
            correction?: unknown;
        };
        /** @description A block of the `system` parameter of Anthropic's Messages API. */
        AnthropicPart: {
            /** @constant */
            type: "text";
            text: string;
            cache_control?: components["schemas"]["CacheControl"] | null;
        };
        /** @description What goes into a request to Anthropic's Messages API. */
        AnthropicParts: {
            system: components["schemas"]["AnthropicPart"][];
        };
        /**
         * @description How many entries the archive holds, and the bytes that all notes take as search stores them.
         *
         *     The archive has no budget, but the deployment grants a quota of both.
         */
        ArchiveUsage: {
            entries: number;
            entriesLimit: number;
            bytes: number;
            bytesLimit: number;
        };
        /**
         * @description Who asks for access.
         *
         *     `host` is there only if the client's identity was checked. `redirectHost` is where the browser
         *     goes with the answer: a host, or the scheme of an app.
         */
        AskingClient: {
            name: string;
            host?: string | null;
            redirectHost: string;
        };
        /** @description Where the browser goes with the user's answer. */
        AuthorizationAnswer: {
            redirectTo: string;
        };
        /** @description The user's answer to a client's request for access, and what they allow. */
        AuthorizationIn: {
            request: {
                [key: string]: string;
            };
            /** @enum {string} */
            decision: "allow" | "deny";
            scopes?: components["schemas"]["Scope"][];
        };
        /** @description An analysis: a batch without its internal leases and retries. */
        BatchAnswer: {
            id: string;
            state: components["schemas"]["BatchState"];
            /** @enum {string} */
            trigger: "interval" | "refresh" | "import";
            promptIds: string[];
            /** Format: date-time */
            createdAt: string;
            startedAt?: string | null;
            finishedAt?: string | null;
            attempts: number;
            analyzer?: string | null;
            decisions: components["schemas"]["Decision"][];
            error?: components["schemas"]["BatchError"] | null;
            usage?: components["schemas"]["BatchUsage"] | null;
            version?: number | null;
        };
        /**
         * @description Why a batch failed or has to wait.
         *
         *     `detail` says where and how a model's answer was invalid. The next attempt tells the model.
         */
        BatchError: {
            reason: string;
            message: string;
            detail?: string | null;
        };
        /** @description How many of a user's batches have a task, wait in line, and failed last. */
        BatchFigures: {
            inFlight: number;
            waiting: number;
            failed: number;
        };
        /**
         * @description How far a batch has been processed.
         * @enum {string}
         */
        BatchState: "queued" | "running" | "done" | "failed";
        /** @description What the analysis of one batch used, failed attempts included. */
        BatchUsage: {
            promptTokens: number;
            completionTokens: number;
            cost: number;
        };
        /** @description A page of analyses, newest first. */
        BatchesAnswer: {
            batches: components["schemas"]["BatchAnswer"][];
            nextPageToken?: string | null;
        };
        /** @description Anthropic's mark of the end of what is to be cached. */
        CacheControl: {
            /** @constant */
            type: "ephemeral";
        };
        /** @description A change to the profile. Lists omit the snapshot. */
        ChangelogAnswer: {
            id: string;
            version: number;
            /** @enum {string} */
            changeType: "create" | "update" | "decay" | "remove" | "clear" | "rollback";
            /** @enum {string} */
            action: "extract" | "update" | "clear" | "remove" | "decay";
            source: components["schemas"]["Source"];
            changeSummary: string;
            changes: {
                [key: string]: unknown;
            };
            removed: string[];
            removedItems: components["schemas"]["RemovedItem"][];
            batchId?: string | null;
            sessionId?: string | null;
            connection?: string | null;
            undoes?: string | null;
            /** Format: date-time */
            createdAt: string;
            hasSnapshot: boolean;
            snapshot?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A page of changes, newest first. */
        ChangelogPage: {
            entries: components["schemas"]["ChangelogAnswer"][];
            nextPageToken?: string | null;
        };
        /** @description A stamp for each part of the user's data, which changes whenever that part changes. */
        ChangesAnswer: {
            stamps: {
                [key: string]: string;
            };
            profileVersion: number;
            memoryVersion: number;
            pending: number;
            /** Format: date-time */
            now: string;
        };
        /** @description How the user wants code and explanations to be written. */
        CodePreferences: {
            tone?: ("direct" | "neutral" | "friendly") | null;
            detailLevel?: ("high" | "medium" | "low") | null;
            avoidExamples?: string[] | null;
            preferredStacks?: string[] | null;
        };
        /**
         * @description The version, and the variables as they are in effect. Secrets are `set` or `not set`.
         *
         *     `build` is the hash of the archive that is deployed, `revision` that of this function in Cloud
         *     Run; both are empty elsewhere. `defaults` are the settings of users who set none.
         */
        ConfigurationAnswer: {
            version: string;
            build: string;
            revision: string;
            variables: {
                [key: string]: string;
            };
            defaults: components["schemas"]["Settings"];
        };
        /**
         * @description A connection as its user sees it: without hashes.
         *
         *     `writes` counts the notes, messages, sessions and changes of the profile that came through it
         *     and are still there; it is absent where they were not counted.
         */
        ConnectionView: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "key" | "oauth";
            scopes: components["schemas"]["Scope"][];
            /** Format: date-time */
            createdAt: string;
            lastUsedAt?: string | null;
            expiresAt?: string | null;
            reads: number;
            writes?: number | null;
        };
        /** @description The user's connections, newest first. */
        ConnectionsAnswer: {
            connections: components["schemas"]["ConnectionView"][];
        };
        /** @description Somebody who matters to the user. */
        Contact: {
            name: string;
            relation?: string | null;
            email?: string | null;
            phone?: string | null;
            note?: string | null;
        };
        /**
         * @description The context block, its sections, and what was left out.
         *
         *     The first `stablePrefixLength` characters (Unicode code points) do not depend on the query, and
         *     change only when something in them does; `stablePrefixHash` tells whether they have. A preview
         *     has `items`, which tell what each line of the text is about.
         */
        ContextAnswer: {
            text: string;
            sections: components["schemas"]["SectionBody"][];
            omitted: components["schemas"]["OmittedBody"][];
            warnings: string[];
            version: string;
            stablePrefixLength: number;
            stablePrefixHash: string;
            items?: components["schemas"]["ItemBody"][] | null;
        };
        /** @description What a user's analyses used on one day (UTC). */
        DaySpent: {
            promptTokens: number;
            completionTokens: number;
            cost: number;
            day: string;
        };
        /**
         * @description What happened to one candidate, and why.
         *
         *     Attributes:
         *         kind: the kind of item; `message` for a message that was left out of the analysis.
         *         outcome: what happened to it.
         *         reason: why it was rejected, if it was.
         *         item_id: the profile item: an id, an `about` path, or the domain of a skill.
         *         type: the preference's type.
         *         description: the item in words.
         *         quote: the user's own words behind it; absent if they are missing or unsafe.
         *         prompt_id: the prompt that contains the quote.
         *         confidence: the proposed confidence, before merging.
         */
        Decision: {
            kind: ("preference" | "pattern" | "workflow" | "skill" | "about") | "message";
            outcome: components["schemas"]["Outcome"];
            reason?: components["schemas"]["Reason"] | null;
            itemId?: string | null;
            type?: components["schemas"]["PreferenceType"] | null;
            description: string;
            quote?: string | null;
            promptId?: string | null;
            confidence?: number | null;
        };
        /** @description A decision to add. */
        DecisionIn: {
            decision: string;
            rationale?: string | null;
            alternatives?: string[];
            timestamp?: string | null;
        };
        /** @description How many items were deleted; of a purge, also whether nothing is left of them. */
        DeletedAnswer: {
            deleted: number;
            complete?: boolean | null;
        };
        /**
         * @description How many notes were deleted, and the usage of each tier.
         *
         *     Of a purge, also whether nothing is left of them.
         */
        DeletedEntry: {
            deleted: number;
            complete?: boolean | null;
            usage: components["schemas"]["Usage"];
        };
        /**
         * @description Why something may no longer hold: it mentions what has changed or ended.
         *
         *     Attributes:
         *         because: the reason, for a person who reads English.
         *         changed: the id or path of what changed.
         *         at: when it changed.
         *         was: what it mentions, which no longer holds.
         *         now: what holds instead, if anything.
         *         quote: the user's words that changed it.
         */
        Doubt: {
            because: string;
            changed: string;
            /** Format: date-time */
            at: string;
            was: string;
            now?: string | null;
            quote?: string | null;
        };
        /**
         * @description What ended an item.
         * @enum {string}
         */
        EndedBy: "said" | "replaced" | "user" | "passed";
        /**
         * @description How an item ended.
         *
         *     Attributes:
         *         at: the time of the words that ended it, or of the act.
         *         by: what ended it.
         *         quote, prompt_id: the user's words, if words ended it.
         *         replaced_by: the id, or the path, of what holds instead.
         */
        Ending: {
            /** Format: date-time */
            at: string;
            by?: components["schemas"]["EndedBy"] | null;
            quote?: string | null;
            promptId?: string | null;
            replacedBy?: string | null;
        };
        /** @description A page of notes, newest first. */
        EntriesAnswer: {
            entries: components["schemas"]["ShownEntry"][];
            usage: components["schemas"]["Usage"];
            nextPageToken?: string | null;
        };
        /** @description Notes to save. Each is accepted or refused on its own. */
        EntriesIn: {
            entries: components["schemas"]["EntryIn"][];
        };
        /** @description A note, and the usage of each tier. */
        EntryAnswer: {
            entry: components["schemas"]["EntryBody"];
            usage: components["schemas"]["Usage"];
        };
        /** @description An entry as clients and models see it; they call its tier `target`. */
        EntryBody: {
            id: string;
            target: components["schemas"]["Tier"];
            content: string;
            /** @enum {string} */
            source: "conversation" | "action" | "system" | "explicit";
            threadId?: string | null;
            role?: ("user" | "assistant") | null;
            part?: components["schemas"]["Part"] | null;
            tags: string[];
            /** @enum {string} */
            confidence: "high" | "medium";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            expiresAt?: string | null;
            connection?: string | null;
            quarantined?: boolean | null;
            replaces?: string | null;
        };
        /** @description A note to save. `scope`, the deprecated form of `target`, is refused with a hint. */
        EntryIn: {
            id?: string | null;
            content: string;
            target?: components["schemas"]["Tier"];
            scope?: string | null;
            /** @enum {string} */
            source?: "conversation" | "action" | "system" | "explicit";
            threadId?: string | null;
            role?: ("user" | "assistant") | null;
            tags?: string[];
            /** @enum {string} */
            confidence?: "high" | "medium";
            createdAt?: string | null;
            expiresAt?: string | null;
        };
        /** @description The fields of a note to replace. A null `expiresAt` or `threadId` removes the field. */
        EntryPatch: {
            content?: string | null;
            target?: components["schemas"]["Tier"] | null;
            source?: ("conversation" | "action" | "system" | "explicit") | null;
            threadId?: string | null;
            tags?: string[] | null;
            confidence?: ("high" | "medium") | null;
            expiresAt?: string | null;
        };
        /**
         * @description How many documents were deleted, by collection.
         *
         *     `complete` is absent when nothing is left. If it is false, the rest is deleted by the next call,
         *     or by maintenance within the hour; until then, every other call answers BEING_ERASED.
         */
        ErasedAnswer: {
            deleted: {
                [key: string]: number;
            };
            complete?: false | null;
        };
        /** @description The user's own words behind an item, and the prompt that contains them. */
        Evidence: {
            quote: string;
            promptId: string;
            /** Format: date-time */
            at: string;
        };
        /** @description Everything stored about a user. */
        ExportAnswer: {
            /** @constant */
            format: "rekindle";
            /** @constant */
            schemaVersion: 1;
            /** Format: date-time */
            exportedAt: string;
            settings: {
                [key: string]: unknown;
            };
            profile: {
                [key: string]: unknown;
            };
            state: {
                [key: string]: unknown;
            };
            forgotten?: string[] | null;
            changelog: {
                [key: string]: unknown;
            }[];
            memory: {
                [key: string]: unknown;
            }[];
            sessions: {
                [key: string]: unknown;
            }[];
            batches: {
                [key: string]: unknown;
            }[];
            prompts: {
                [key: string]: unknown;
            }[];
            connections: components["schemas"]["ConnectionView"][];
            looks: components["schemas"]["LookAtUser"][];
        };
        /** @description A failed batch. `retryAt` is absent if only a retry by hand is left. */
        FailedBatchView: {
            id: string;
            user: string;
            reason?: string | null;
            trigger?: string | null;
            prompts: number;
            attempts: number;
            drives: number;
            createdAt?: string | null;
            /** Format: date-time */
            failedAt: string;
            retryAt?: string | null;
        };
        /** @description A page of failed batches, the last to fail first. */
        FailedBatchesAnswer: {
            batches: components["schemas"]["FailedBatchView"][];
            nextPageToken?: string | null;
        };
        /** @description Derived data that did not agree with the notes. */
        FindingsBody: {
            missing: number;
            outdated: number;
            surplus: number;
            misplaced: number;
            digest: string[];
        };
        /**
         * @description What is imported.
         * @enum {string}
         */
        Format: "rekindle" | "profile" | "profile-meta" | "changelog" | "session" | "processed-turns" | "memories" | "chatgpt" | "claude" | "mem0" | "saved-memories" | "preferences" | "user-memories";
        /**
         * @description A part of a session that waits, because it gives an assistant orders.
         *
         *     Attributes:
         *         part: which part it is.
         *         text: what it says.
         *         value: what was reported.
         *         connection: through which connection.
         *         at: when.
         */
        HeldBack: {
            id: string;
            /** @enum {string} */
            part: "summary" | "task" | "decision" | "context";
            text: string;
            value: {
                [key: string]: unknown;
            };
            connection: string;
            /** Format: date-time */
            at: string;
        };
        /** @description A word that the question names, and its place in the content, in characters. */
        HighlightBody: {
            text: string;
            start: number;
            end: number;
        };
        /**
         * @description How far an import has come.
         *
         *     `total` is the sum of `taken`, `merged` and `refused`, which has numbers by reason. `waiting` is
         *     how many messages are still to be learned from.
         */
        ImportAnswer: {
            id: string;
            source: string;
            /** @enum {string} */
            state: "learning" | "done";
            /** Format: date-time */
            importedAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description How many messages of the file have arrived; go on there. */
            position: number;
            total: number;
            taken: number;
            merged: number;
            refused: {
                [key: string]: number;
            };
            waiting: number;
        };
        /** @description Data to import. `data` must have the shape that `format` prescribes. */
        ImportIn: {
            /** @description rekindle: an export of Rekindle; profile: facts about the user; profile-meta: confidence and age of each fact; changelog: changes of the profile, one per line; session: sessions with their tasks, decisions and notes; processed-turns: processed turns of each session; memories: user-scoped memories, static and dynamic facts; chatgpt: conversations of ChatGPT's data export; claude: conversations of Claude's data export; mem0: what get_all of mem0 returns; saved-memories: a pasted list of what another assistant remembers; preferences: rows of the table user_preferences; user-memories: rows of the table user_memories */
            format?: components["schemas"]["Format"];
            data: unknown;
        };
        /** @description The user's imports, the newest first. */
        ImportsAnswer: {
            imports: components["schemas"]["ImportAnswer"][];
        };
        /** @description What waits for the user's word, newest first. */
        InboxAnswer: {
            items: components["schemas"]["InboxItem"][];
        };
        /**
         * @description Something that waits for the user's word.
         *
         *     Attributes:
         *         id: the same as long as the question is the same.
         *         kind: why it waits.
         *         item: what is known, if there is something: what `proposal` contests, or what is in doubt.
         *         proposal: what would hold instead, or in addition.
         *         quote: the user's words behind it.
         *         because: the question, for a person. To accept says that what is proposed holds, or that
         *             what is in doubt still does; to reject says that it does not.
         *         doubt: what has changed, if that is why it waits.
         *         at: since when it waits.
         *         connection: through which connection it came, if it is quarantined.
         */
        InboxItem: {
            id: string;
            kind: components["schemas"]["InboxKind"];
            item?: {
                [key: string]: unknown;
            } | null;
            proposal?: {
                [key: string]: unknown;
            } | null;
            quote?: string | null;
            because: string;
            doubt?: components["schemas"]["Doubt"] | null;
            /** Format: date-time */
            at: string;
            connection?: string | null;
        };
        /**
         * @description Why something waits for the user.
         * @enum {string}
         */
        InboxKind: "contradiction" | "proposal" | "outdated" | "fading" | "evicted" | "quarantined" | "approval";
        /** @description An item in the text, and where it stands there, in characters. `id` may be a fact's path. */
        ItemBody: {
            section: string;
            id: string;
            start: number;
            end: number;
        };
        /**
         * @description The batch that finished last, for the status.
         *
         *     Attributes:
         *         accepted: how many of its candidates became part of the profile.
         *         low_confidence: how many were rejected for low confidence.
         *         not_read: how many of its messages are in a language that the analyzer does not read.
         */
        LastBatch: {
            id: string;
            state: components["schemas"]["BatchState"];
            /** Format: date-time */
            finishedAt: string;
            accepted: number;
            lowConfidence: number;
            notRead: number;
        };
        /** @description The status of learning. */
        LearningAnswer: {
            enabled: boolean;
            interval: number;
            pending: number;
            analyzer: string;
            lastBatch?: components["schemas"]["LastBatch"] | null;
            lastError?: components["schemas"]["BatchError"] | null;
            spentToday: components["schemas"]["DaySpent"];
            spentTotal: components["schemas"]["Spent"];
        };
        /**
         * @description A skill level, lowest first.
         * @enum {string}
         */
        Level: "beginner" | "intermediate" | "advanced";
        /** @description A note to save, which `split` keeps in linked parts if it is too long for one. */
        LongEntryIn: {
            id?: string | null;
            content: string;
            target?: components["schemas"]["Tier"];
            scope?: string | null;
            /** @enum {string} */
            source?: "conversation" | "action" | "system" | "explicit";
            threadId?: string | null;
            role?: ("user" | "assistant") | null;
            tags?: string[];
            /** @enum {string} */
            confidence?: "high" | "medium";
            createdAt?: string | null;
            expiresAt?: string | null;
            split?: boolean;
        };
        /** @description When an operator's request showed figures of the user, and which route it was. */
        LookAtUser: {
            /** Format: date-time */
            at: string;
            route: string;
        };
        /** @description Who asked for which route, when, which user it named, and how many users it showed. */
        LookView: {
            /** Format: date-time */
            at: string;
            operator: string;
            route: string;
            user?: string | null;
            users: number;
        };
        /** @description A page of looks, the newest first. */
        LooksAnswer: {
            looks: components["schemas"]["LookView"][];
            nextPageToken?: string | null;
        };
        /** @description A page of the looks at a user, the newest first. */
        LooksAtUserAnswer: {
            looks: components["schemas"]["LookAtUser"][];
            nextPageToken?: string | null;
        };
        /** @description The context block as parts of a provider's request, with the cache point. */
        MessagesAnswer: {
            anthropic: components["schemas"]["AnthropicParts"];
            openai: components["schemas"]["OpenAIParts"];
            warnings: string[];
            version: string;
        };
        /** @description A new connection. The key is shown only once: a repeated request does not get it again. */
        NewConnectionAnswer: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "key" | "oauth";
            scopes: components["schemas"]["Scope"][];
            /** Format: date-time */
            createdAt: string;
            lastUsedAt?: string | null;
            expiresAt?: string | null;
            reads: number;
            writes?: number | null;
            key?: string | null;
        };
        /** @description An access key to make. */
        NewConnectionIn: {
            name: string;
            scopes: components["schemas"]["Scope"][];
            expiresAt?: string | null;
        };
        /** @description How many notes a user's archive holds, and how many bytes all their notes take. */
        NoteFigures: {
            archived: number;
            bytes: number;
        };
        /** @description An item left out of the context block, and why. `label` is its text, cut if too long. */
        OmittedBody: {
            section: string;
            id?: string | null;
            label: string;
            why: string;
        };
        /** @description A message of OpenAI's chat completions API, which caches equal beginnings by itself. */
        OpenAIMessage: {
            /** @constant */
            role: "system";
            content: string;
        };
        /** @description What goes first into the messages of a request to OpenAI's chat completions API. */
        OpenAIParts: {
            messages: components["schemas"]["OpenAIMessage"][];
        };
        /**
         * @description What happened to a candidate, or to an item that was evicted to make room for one.
         * @enum {string}
         */
        Outcome: "added" | "reinforced" | "merged" | "superseded" | "evicted" | "ended" | "replaced" | "retracted" | "rejected";
        /** @description Where to go on, if there is more than one request tries again. */
        PageIn: {
            pageToken?: string | null;
        };
        /** @description A page of parked work, the longest parked first. */
        ParkedAnswer: {
            parked: components["schemas"]["ParkedView"][];
            nextPageToken?: string | null;
        };
        /** @description Work that failed so often that maintenance leaves it alone. */
        ParkedView: {
            id: string;
            user: string;
            kind: string;
            reason: string;
            tries: number;
            /** Format: date-time */
            dueAt: string;
            parkedAt?: string | null;
        };
        /**
         * @description Which part of a long note an entry is.
         *
         *     Attributes:
         *         of: the id of the first part, by which the note goes.
         *         number: its place among the parts, from 1.
         *         count: how many parts there are.
         */
        Part: {
            of: string;
            number: number;
            count: number;
        };
        /** @description What was true once: history that is never included and never learned from older words. */
        Past: {
            preferences: components["schemas"]["Preference"][];
            patterns: components["schemas"]["Pattern"][];
            workflows: components["schemas"]["Workflow"][];
            facts: components["schemas"]["PastFact"][];
        };
        /** @description A value of `about`, or a skill level (`skillLevel.<domain>`), that no longer holds. */
        PastFact: {
            path: string;
            value: unknown;
            /** @enum {string} */
            source: "declared" | "learned";
            statedAt?: string | null;
            validFrom?: string | null;
            validTo?: string | null;
            ended: components["schemas"]["Ending"];
        };
        /** @description A recurring topic, ranked by frequency; manual if the user has reworded it. */
        Pattern: {
            statedAt?: string | null;
            validFrom?: string | null;
            validTo?: string | null;
            ageing?: components["schemas"]["Ageing"] | null;
            confirmedAt?: string | null;
            connection?: string | null;
            id: string;
            category: string;
            description: string;
            frequency: number;
            /** Format: date-time */
            lastSeen: string;
            evidence: components["schemas"]["Evidence"][];
            /** @enum {string} */
            source: "learned" | "manual";
            ended?: components["schemas"]["Ending"] | null;
        };
        /** @description The fields of a pattern to correct. Its frequency is counted. */
        PatternPatch: {
            description?: string | null;
            category?: string | null;
        };
        /**
         * @description What became of a piece: how much of it was new, there already, or refused.
         *
         *     `progress` is about the whole import.
         */
        PieceAnswer: {
            taken: number;
            merged: number;
            refused: components["schemas"]["RefusedMessage"][];
            progress: components["schemas"]["ImportAnswer"];
        };
        /** @description A piece of an import. A message that is invalid is refused, and the others are taken. */
        PieceIn: {
            source: string;
            /** @description Oldest first: {id, threadId, role, createdAt, content, private}. */
            messages: {
                [key: string]: unknown;
            }[];
            /** @description How many messages of the file come before; a piece that arrives again is then counted once. */
            position?: number | null;
            /** @description How many messages of the file were left out around these, by reason. */
            leftOut?: {
                [key: string]: number;
            };
        };
        /**
         * @description Something the user likes, knows, wants or is, with confidence and evidence.
         *
         *     `base_confidence` is the confidence at `last_updated`. `confidence` is the decayed value at the
         *     time when the profile was read or last written. `last_used_through` is the connection through
         *     which it was last shown to an assistant; None if that was the user's own app. `slot` is what it
         *     holds the value of, where the analyzer has named it. `superseded_at` is the time of newer words
         *     that superseded it; without them, it lost by its confidence. `ended` is set on those of `past`
         *     only.
         */
        Preference: {
            statedAt?: string | null;
            validFrom?: string | null;
            validTo?: string | null;
            ageing?: components["schemas"]["Ageing"] | null;
            confirmedAt?: string | null;
            connection?: string | null;
            id: string;
            type: components["schemas"]["PreferenceType"];
            category: string;
            description: string;
            confidence: number;
            baseConfidence: number;
            evidence: components["schemas"]["Evidence"][];
            context: string;
            /** @enum {string} */
            source: "learned" | "manual";
            active: boolean;
            supersededBy?: string | null;
            supersededAt?: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUpdated: string;
            lastUsed?: string | null;
            lastUsedThrough?: string | null;
            metadata: {
                [key: string]: unknown;
            };
            slot?: components["schemas"]["Slot"] | null;
            ended?: components["schemas"]["Ending"] | null;
        };
        /** @description A preference stated by the user. */
        PreferenceIn: {
            id?: string | null;
            type: components["schemas"]["PreferenceType"];
            description: string;
            category?: string;
            context?: string;
            confidence?: number;
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** @description The fields of a preference to correct. */
        PreferencePatch: {
            type?: components["schemas"]["PreferenceType"] | null;
            description?: string | null;
            category?: string | null;
            context?: string | null;
            confidence?: number | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            active?: boolean | null;
        };
        /**
         * @description What a preference expresses (F-1).
         * @enum {string}
         */
        PreferenceType: "like" | "dislike" | "expertise" | "experience" | "goal" | "challenge" | "tool" | "learning_interest" | "trait" | "preference";
        /** @description Preferences, highest confidence first. */
        PreferencesAnswer: {
            preferences: components["schemas"]["ShownPreference"][];
        };
        /** @description What a client asks for; or, with `redirectTo` alone, where to tell it what is wrong. */
        PreviewAnswer: {
            client?: components["schemas"]["AskingClient"] | null;
            scopes?: components["schemas"]["Scope"][] | null;
            redirectTo?: string | null;
        };
        /** @description A client's request for access. */
        PreviewIn: {
            request: {
                [key: string]: string;
            };
        };
        /** @description What a new session is shown of the previous one. */
        Previous: {
            id: string;
            /** Format: date-time */
            lastActiveAt: string;
            summary?: string | null;
            openTasks: components["schemas"]["Task"][];
        };
        /**
         * @description The profile. `lastAnalyzed` is null before the first analysis.
         *
         *     `asOf` and `validAt` are the times that were asked about. `complete` says of a purge whether
         *     nothing is left of what was cleared.
         */
        ProfileAnswer: {
            profile: components["schemas"]["ShownProfile"];
            asOf?: string | null;
            validAt?: string | null;
            complete?: boolean | null;
        };
        /** @description A prompt and its processing state. */
        PromptAnswer: {
            id: string;
            content: string;
            /** @enum {string} */
            role: "user" | "assistant" | "system" | "tool";
            sessionId?: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            recordedAt: string;
            skipped?: components["schemas"]["SkipReason"] | null;
            connection?: string | null;
            batch?: string | null;
            state: components["schemas"]["PromptState"];
            batchId?: string | null;
            preferences: string[];
        };
        /** @description A prompt in a list: what was said, by whom, and when. */
        PromptBody: {
            id: string;
            content: string;
            /** @enum {string} */
            role: "user" | "assistant" | "system" | "tool";
            sessionId?: string | null;
            /** Format: date-time */
            createdAt: string;
            connection?: string | null;
        };
        /** @description How many of a user's prompts were analyzed, and how many wait for their batch. */
        PromptFigures: {
            analyzed: number;
            pending: number;
        };
        /** @description A message to record. Nothing is stored of a private one, or of `<private>…</private>`. */
        PromptIn: {
            id?: string | null;
            content: string;
            /** @enum {string} */
            role?: "user" | "assistant" | "system" | "tool";
            sessionId?: string | null;
            createdAt?: string | null;
            private?: boolean;
        };
        /**
         * @description How far a prompt has been processed.
         * @enum {string}
         */
        PromptState: "pending" | "batched" | "analyzed" | "skipped" | "failed";
        /** @description A page of prompts, newest first. */
        PromptsAnswer: {
            prompts: components["schemas"]["PromptBody"][];
            nextPageToken?: string | null;
        };
        /** @description Messages to record, oldest first. */
        PromptsIn: {
            prompts: components["schemas"]["PromptIn"][];
        };
        /**
         * @description What waits for the user's word.
         *
         *     Attributes:
         *         id: derived from what is proposed, so that proposing it again changes nothing.
         *         why: `proposal` contests what the user declared, `contradiction` contests what was learned
         *             without being sure enough to decide it, `approval` is anything learned while the
         *             user approves everything, `evicted` made room at a limit, `quarantined` gives an
         *             assistant orders.
         *         preference, pattern, workflow: the proposed item, of one kind;
         *         path, value: or the proposed fact, or skill level.
         *         valid_from, valid_to, ageing: of a proposed fact, as in `Lifetime`.
         *         contests: the id, or the path, of the item that it would replace or end.
         *         contested_value: the element that it contests, if `contests` is the path of a list.
         *         ends: whether it only ends what it contests.
         *         at: when it was proposed.
         *         connection: through which connection it came, if it is quarantined.
         */
        Proposed: {
            id: string;
            /** @enum {string} */
            why: "proposal" | "contradiction" | "approval" | "evicted" | "quarantined";
            preference?: components["schemas"]["Preference"] | null;
            pattern?: components["schemas"]["Pattern"] | null;
            workflow?: components["schemas"]["Workflow"] | null;
            path?: string | null;
            value?: unknown;
            confidence: number;
            validFrom?: string | null;
            validTo?: string | null;
            ageing?: components["schemas"]["Ageing"] | null;
            contests?: string | null;
            contestedValue?: unknown;
            ends: boolean;
            evidence?: components["schemas"]["Evidence"] | null;
            /** Format: date-time */
            at: string;
            connection?: string | null;
        };
        /**
         * @description Why a candidate was rejected, or a message was left out.
         *
         *     `declared` means that a learned value would have overwritten a declared one, `proposed` that it
         *     waits in the inbox, `pasted` that the user only showed the words and did not say them,
         *     `outdated` that newer words say otherwise, and `no_target` that nothing known is what the words
         *     would end, replace or retract. A message is left out as `refused`, by the model or its content
         *     filter, as `too_long` for the model, as `language_not_read`, because the offline rules do not
         *     read its language, or as `crashed`, because the analyzer stumbles over it.
         * @enum {string}
         */
        Reason: "no_evidence" | "low_confidence" | "forgotten" | "duplicate" | "unsafe" | "pasted" | "limit" | "declared" | "invalid" | "no_target" | "outdated" | "proposed" | "refused" | "too_long" | "language_not_read" | "crashed";
        /** @description The outcome of recording one prompt. */
        RecordedPrompt: {
            id: string;
            /** @enum {string} */
            status: "recorded" | "duplicate" | "skipped";
            reason?: string | null;
        };
        /** @description The outcome for each prompt, in the order of the request. */
        RecordedPrompts: {
            prompts: components["schemas"]["RecordedPrompt"][];
        };
        /** @description The id of the analysis, or null if there is nothing to do; and its state for who waited. */
        RefreshAnswer: {
            batchId: string | null;
            state?: components["schemas"]["BatchState"] | null;
            reason?: "nothing_pending" | null;
        };
        /** @description An item that was refused: its section, its index, and why. */
        Refused: {
            section: string;
            index: number;
            reason: string;
            message: string;
        };
        /** @description Why a note was refused. */
        RefusedEntry: {
            status: string;
            message: string;
            details: {
                [key: string]: unknown;
            }[];
        };
        /** @description A message that was not imported: its place in the request, and why. */
        RefusedMessage: {
            index: number;
            reason: string;
            message: string;
        };
        /** @description How much work the next sweep tries again. With a `nextPageToken` there is more. */
        ReleasedAnswer: {
            released: number;
            nextPageToken?: string | null;
        };
        /** @description An item that a change removed, described in words that outlive the snapshots. */
        RemovedItem: {
            path: string;
            description: string;
        };
        /** @description The problems that were found, and whether they were fixed: `mended` is a wire name. */
        RepairAnswer: {
            found: components["schemas"]["FindingsBody"];
            mended: boolean;
        };
        /** @description Options of a repair. `dryRun` reports problems without fixing them. */
        RepairIn: {
            dryRun?: boolean;
        };
        /**
         * @description The result of an import. Each item is either taken, merged or refused.
         *
         *     Attributes:
         *         taken: how many items were new.
         *         merged: how many items existed already, or duplicated existing ones.
         *         refused: the items that could not be imported, and why.
         *         total: how many items were given.
         */
        Report: {
            taken: number;
            merged: number;
            refused: components["schemas"]["Refused"][];
            total: number;
        };
        /**
         * @description How many failed batches were queued again, and how many were not, by the reason.
         *
         *     With a `nextPageToken` there are more: send it in the next request.
         */
        RetriedAnswer: {
            retried: number;
            left: {
                [key: string]: number;
            };
            nextPageToken?: string | null;
        };
        /**
         * @description The profile without a change: so many facts, preferences and habits are as they were before.
         *
         *     If all are 0, everything had been changed again since.
         */
        RevertedAnswer: {
            profile: components["schemas"]["ShownProfile"];
            asOf?: string | null;
            validAt?: string | null;
            complete?: boolean | null;
            facts: number;
            preferences: number;
            habits: number;
        };
        /** @description The version to restore. */
        RollbackIn: {
            version: number;
        };
        /**
         * @description A run of maintenance: what it handed out and what failed, by kind.
         *
         *     `complete` is false if something was left for the next run, which `unfinished` names.
         */
        RunView: {
            /** Format: date-time */
            at: string;
            /** Format: date-time */
            finishedAt: string;
            enqueued: {
                [key: string]: number;
            };
            failed: {
                [key: string]: number;
            };
            waiting: number;
            parked: number;
            unfinished: string[];
            complete: boolean;
            reason?: string | null;
        };
        /** @description A page of maintenance's runs, the newest first. */
        RunsAnswer: {
            runs: components["schemas"]["RunView"][];
            nextPageToken?: string | null;
        };
        /**
         * @description A note that was saved, or that was a duplicate of an existing one.
         *
         *     If it was split, `entry` is its first part, and `parts` has all of them.
         */
        SavedAnswer: {
            entry: components["schemas"]["EntryBody"];
            usage: components["schemas"]["Usage"];
            deduplicated: boolean;
            parts?: components["schemas"]["EntryBody"][] | null;
        };
        /** @description The outcome for each note, in the order of the request. */
        SavedEntries: {
            results: components["schemas"]["SavedEntry"][];
            usage: components["schemas"]["Usage"];
        };
        /** @description The outcome of saving one note. */
        SavedEntry: {
            /** @enum {string} */
            status: "created" | "deduplicated" | "refused";
            entry?: components["schemas"]["EntryBody"] | null;
            error?: components["schemas"]["RefusedEntry"] | null;
        };
        /**
         * @description What a connection may do.
         * @enum {string}
         */
        Scope: "read" | "write" | "record" | "admin";
        /**
         * @description A page of the notes that were found, best match first, and the search mode used.
         *
         *     `total` counts all of them.
         */
        SearchAnswer: {
            results: components["schemas"]["SearchResult"][];
            total: number;
            nextPageToken?: string | null;
            /** @enum {string} */
            mode: "text" | "semantic" | "hybrid";
            usage: components["schemas"]["Usage"];
            warnings?: string[] | null;
        };
        /**
         * @description A note that was found, with its score, what that rests on, and the words that match.
         *
         *     `snippet` is the text around them, the whole content if that is short. `superseded_by` is the id
         *     of a newer note that states another value of the same thing.
         */
        SearchResult: {
            entry: components["schemas"]["EntryBody"];
            score: number;
            scores: {
                [key: string]: number;
            };
            highlights: components["schemas"]["HighlightBody"][];
            snippet: string;
            mayBeOutdated?: components["schemas"]["Doubt"] | null;
            supersededBy?: string | null;
        };
        /** @description A section of the context block, and its length in characters. */
        SectionBody: {
            name: string;
            chars: number;
        };
        /** @description A session. A new one comes with what the project's previous session left. */
        SessionAnswer: {
            id: string;
            projectPath?: string | null;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            lastActiveAt: string;
            summary?: string | null;
            tasks: components["schemas"]["Task"][];
            decisions: components["schemas"]["SessionDecision"][];
            context: string[];
            processedTurns: number;
            /** Format: date-time */
            expiresAt: string;
            incognito: boolean;
            connection?: string | null;
            quarantined?: boolean | null;
            previous?: components["schemas"]["Previous"] | null;
        };
        /** @description A session as clients see it; the inbox has what waits for the user's word. */
        SessionBody: {
            id: string;
            projectPath?: string | null;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            lastActiveAt: string;
            summary?: string | null;
            tasks: components["schemas"]["Task"][];
            decisions: components["schemas"]["SessionDecision"][];
            context: string[];
            processedTurns: number;
            /** Format: date-time */
            expiresAt: string;
            incognito: boolean;
            connection?: string | null;
            quarantined?: boolean | null;
        };
        /** @description A decision, with its rationale and the alternatives. */
        SessionDecision: {
            /** Format: date-time */
            timestamp: string;
            decision: string;
            rationale?: string | null;
            alternatives: string[];
        };
        /** @description A session to start. Of an incognito one nothing but its id is kept. */
        SessionIn: {
            id?: string | null;
            projectPath?: string | null;
            incognito?: boolean;
        };
        /** @description Progress. Tasks are merged by id, decisions and context appended; null clears a part. */
        SessionPatch: {
            summary?: string | null;
            tasks?: components["schemas"]["TaskIn"][] | null;
            removeTasks?: string[];
            decisions?: components["schemas"]["DecisionIn"][] | null;
            context?: string[] | null;
        };
        /** @description A page of sessions, most recently active first. */
        SessionsAnswer: {
            sessions: components["schemas"]["SessionBody"][];
            nextPageToken?: string | null;
        };
        /**
         * @description One user's settings, `users/{uid}.settings`, of which only what was set is stored.
         *
         *     The others have the deployment's defaults, or those below. `model_fields_set` names what was
         *     set, also where that is the same as a default.
         *
         *     Attributes:
         *         learning_enabled: if false, prompts that arrive are never analyzed.
         *         user_memory_analysis_interval: prompts per batch; 1 analyzes each message, 0 turns learning
         *             off (P-7, P-8, F-4).
         *         inject_profile: whether the context block includes the profile.
         *         memory_enabled, user_profile_enabled: the two tiers (T-12); a tier that is off is
         *             neither written nor shown.
         *         memory_char_limit, user_char_limit: the budgets of the tiers, in characters.
         *         retention_days: days after which an archive entry expires; None keeps it.
         *         preference_decay, about_decay: the decay rules for learned preferences and facts that age as
         *             usual.
         *         ageing: how items age, by the path of a fact (`custom.location`) or the type of a preference
         *             (`goal`), for a user who wants it otherwise than `shared.profile.ageing` has it.
         *         agents: which tiers are off for single agents, by name.
         *         approval: with `everything`, nothing that is learned counts until the user accepts it.
         */
        Settings: {
            learningEnabled: boolean;
            userMemoryAnalysisInterval: number;
            userProfileMaxPreferences: number;
            userProfileMaxPatterns: number;
            userProfileMaxWorkflows: number;
            userProfileConfidenceDecayDays: number;
            userProfileChangelogRetentionCount: number;
            injectProfile: boolean;
            memoryEnabled: boolean;
            userProfileEnabled: boolean;
            memoryCharLimit: number;
            userCharLimit: number;
            retentionDays?: number | null;
            /** @enum {string} */
            preferenceDecay: "stepped" | "halfLife" | "none";
            /** @enum {string} */
            aboutDecay: "stepped" | "halfLife" | "none";
            ageing: {
                [key: string]: components["schemas"]["Ageing"];
            };
            /** @enum {string} */
            approval: "automatic" | "everything";
            agents: {
                [key: string]: components["schemas"]["AgentSettings"];
            };
        };
        /** @description A user's settings in force, and where each value comes from, by the setting's name. */
        SettingsAnswer: {
            learningEnabled: boolean;
            userMemoryAnalysisInterval: number;
            userProfileMaxPreferences: number;
            userProfileMaxPatterns: number;
            userProfileMaxWorkflows: number;
            userProfileConfidenceDecayDays: number;
            userProfileChangelogRetentionCount: number;
            injectProfile: boolean;
            memoryEnabled: boolean;
            userProfileEnabled: boolean;
            memoryCharLimit: number;
            userCharLimit: number;
            retentionDays?: number | null;
            /** @enum {string} */
            preferenceDecay: "stepped" | "halfLife" | "none";
            /** @enum {string} */
            aboutDecay: "stepped" | "halfLife" | "none";
            ageing: {
                [key: string]: components["schemas"]["Ageing"];
            };
            /** @enum {string} */
            approval: "automatic" | "everything";
            agents: {
                [key: string]: components["schemas"]["AgentSettings"];
            };
            sources: {
                [key: string]: "user" | "deployment" | "default";
            };
        };
        /** @description A note, with the reason why it may be outdated, if what it rests on has changed. */
        ShownEntry: {
            id: string;
            target: components["schemas"]["Tier"];
            content: string;
            /** @enum {string} */
            source: "conversation" | "action" | "system" | "explicit";
            threadId?: string | null;
            role?: ("user" | "assistant") | null;
            part?: components["schemas"]["Part"] | null;
            tags: string[];
            /** @enum {string} */
            confidence: "high" | "medium";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            expiresAt?: string | null;
            connection?: string | null;
            quarantined?: boolean | null;
            replaces?: string | null;
            mayBeOutdated?: components["schemas"]["Doubt"] | null;
        };
        /** @description A note, and the usage of each tier. */
        ShownEntryAnswer: {
            entry: components["schemas"]["ShownEntry"];
            usage: components["schemas"]["Usage"];
        };
        /** @description Metadata of a fact, with how sure and how fresh it is. */
        ShownMeta: {
            sure: number;
            fresh: number;
            mayBeOutdated?: components["schemas"]["Doubt"] | null;
            statedAt?: string | null;
            validFrom?: string | null;
            validTo?: string | null;
            ageing?: components["schemas"]["Ageing"] | null;
            confirmedAt?: string | null;
            connection?: string | null;
            path: string;
            /** Format: date-time */
            firstSeen: string;
            /** Format: date-time */
            lastSeen: string;
            confidence: number;
            seenCount: number;
            /** @enum {string} */
            source: "declared" | "learned";
            inferred: boolean;
        };
        /** @description A pattern; `confidence` does not apply to it. */
        ShownPattern: {
            sure: number;
            fresh: number;
            mayBeOutdated?: components["schemas"]["Doubt"] | null;
            quarantined?: boolean | null;
            statedAt?: string | null;
            validFrom?: string | null;
            validTo?: string | null;
            ageing?: components["schemas"]["Ageing"] | null;
            confirmedAt?: string | null;
            connection?: string | null;
            id: string;
            category: string;
            description: string;
            frequency: number;
            /** Format: date-time */
            lastSeen: string;
            evidence: components["schemas"]["Evidence"][];
            /** @enum {string} */
            source: "learned" | "manual";
            ended?: components["schemas"]["Ending"] | null;
        };
        /** @description A preference, with how sure and how fresh it is. */
        ShownPreference: {
            sure: number;
            fresh: number;
            mayBeOutdated?: components["schemas"]["Doubt"] | null;
            quarantined?: boolean | null;
            statedAt?: string | null;
            validFrom?: string | null;
            validTo?: string | null;
            ageing?: components["schemas"]["Ageing"] | null;
            confirmedAt?: string | null;
            connection?: string | null;
            id: string;
            type: components["schemas"]["PreferenceType"];
            category: string;
            description: string;
            confidence: number;
            baseConfidence: number;
            evidence: components["schemas"]["Evidence"][];
            context: string;
            /** @enum {string} */
            source: "learned" | "manual";
            active: boolean;
            supersededBy?: string | null;
            supersededAt?: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUpdated: string;
            lastUsed?: string | null;
            lastUsedThrough?: string | null;
            metadata: {
                [key: string]: unknown;
            };
            slot?: components["schemas"]["Slot"] | null;
            ended?: components["schemas"]["Ending"] | null;
        };
        /**
         * @description A profile with derived values.
         *
         *     Attributes:
         *         ended: the facts that no longer hold, if asked for.
         *         quarantined: true in the answer to a write of which something waits for the user's word.
         */
        ShownProfile: {
            /** @constant */
            schemaVersion: 1;
            version: number;
            createdAt?: string | null;
            lastAnalyzed?: string | null;
            lastDecay?: string | null;
            totalPromptsAnalyzed: number;
            about: components["schemas"]["About"];
            aboutMeta: components["schemas"]["ShownMeta"][];
            preferences: components["schemas"]["ShownPreference"][];
            patterns: components["schemas"]["ShownPattern"][];
            workflows: components["schemas"]["ShownWorkflow"][];
            skillLevel: components["schemas"]["SkillLevel"];
            forgotten: string[];
            ended?: components["schemas"]["PastFact"][] | null;
            quarantined?: boolean | null;
        };
        /** @description A workflow; `confidence` does not apply to it. */
        ShownWorkflow: {
            sure: number;
            fresh: number;
            mayBeOutdated?: components["schemas"]["Doubt"] | null;
            quarantined?: boolean | null;
            statedAt?: string | null;
            validFrom?: string | null;
            validTo?: string | null;
            ageing?: components["schemas"]["Ageing"] | null;
            confirmedAt?: string | null;
            connection?: string | null;
            id: string;
            description: string;
            steps: string[];
            frequency: number;
            /** Format: date-time */
            lastSeen: string;
            evidence: components["schemas"]["Evidence"][];
            /** @enum {string} */
            source: "learned" | "manual";
            ended?: components["schemas"]["Ending"] | null;
        };
        /**
         * @description The overall level and the level in each domain.
         *
         *     `declared` names the domains, or `OVERALL`, whose level the user has set by hand; None if there
         *     are none.
         */
        SkillLevel: {
            overall?: components["schemas"]["Level"] | null;
            domains: {
                [key: string]: components["schemas"]["Level"];
            };
            declared?: string[] | null;
        };
        /** @description Skill levels to set, overall and by domain. Null removes one. */
        SkillsPatch: {
            overall?: components["schemas"]["Level"] | null;
            domains?: {
                [key: string]: components["schemas"]["Level"] | null;
            };
        };
        /**
         * @description Why a recorded message is never analyzed.
         * @enum {string}
         */
        SkipReason: "learning_off" | "not_the_user" | "empty";
        /** @description A turn of the user's of which nothing is kept: its index in the transcript, and why. */
        SkippedTurn: {
            index: number;
            reason: string;
        };
        /**
         * @description A thing that holds one value at a time, so that two values for it are rivals.
         * @enum {string}
         */
        Slot: "name" | "residence" | "employer" | "role" | "editor" | "detail" | "tone" | "diet" | "theme" | "units" | "timezone" | "native_language" | "relationship" | "contact" | "custom" | "comparison" | "liking";
        /**
         * @description Who made a change. The values are the ones that legacy changelogs use (S-9).
         * @enum {string}
         */
        Source: "minimal/hook" | "mcp/hook" | "mcp/tool" | "system";
        /** @description What a user has spent today. */
        SpenderView: {
            user: string;
            spent: components["schemas"]["SpendingFigures"];
        };
        /** @description A page of the users with an analysis today; who spent most comes first. */
        SpendersAnswer: {
            users: components["schemas"]["SpenderView"][];
            userBudget?: number | null;
            nextPageToken?: string | null;
        };
        /** @description Spending by day, today first. A budget is absent where there is none. */
        SpendingAnswer: {
            days: components["schemas"]["SpendingDay"][];
            deploymentBudget?: number | null;
            userBudget?: number | null;
        };
        /** @description US dollars that the analyses of one day (UTC) set aside. */
        SpendingDay: {
            day: string;
            amount: number;
        };
        /**
         * @description US dollars of the last day with an analysis (UTC), and of all days.
         *
         *     `reserved` is set aside for calls of that day whose cost is not known yet.
         */
        SpendingFigures: {
            day?: string | null;
            amount: number;
            reserved: number;
            total: number;
        };
        /** @description Tokens used by analyses, and their cost in US dollars. */
        Spent: {
            promptTokens: number;
            completionTokens: number;
            cost: number;
        };
        /** @description The status of learning, with reasons in plain language. */
        StatusAnswer: {
            learning: components["schemas"]["LearningAnswer"];
            reasons: string[];
        };
        /** @description A task. `blocked_by` says what blocks it, `children` holds the ids of its subtasks. */
        Task: {
            id: string;
            title: string;
            /** @enum {string} */
            status: "pending" | "in_progress" | "blocked" | "completed";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            notes?: string | null;
            blockedBy?: string | null;
            children: string[];
        };
        /** @description A task to add, or the fields of one to change. The server sets `updatedAt`. */
        TaskIn: {
            id: string;
            title?: string | null;
            status?: ("pending" | "in_progress" | "blocked" | "completed") | null;
            notes?: string | null;
            blockedBy?: string | null;
            children?: string[] | null;
            createdAt?: string | null;
            updatedAt?: string | null;
        };
        /**
         * @description The tier of an entry (T-1); `archive` is long-term memory.
         * @enum {string}
         */
        Tier: "memory" | "user" | "archive";
        /** @description How full a tier is, in characters of content. */
        TierUsage: {
            chars: number;
            limit: number;
            percent: number;
            entries: number;
        };
        /** @description A tool in OpenAI's function calling format. */
        Tool: {
            /** @constant */
            type: "function";
            function: components["schemas"]["ToolFunction"];
        };
        /** @description The result for the model. It has an `error` if the tool refused. */
        ToolAnswer: {
            result: {
                [key: string]: unknown;
            };
        };
        /** @description A function in OpenAI's function calling format. */
        ToolFunction: {
            name: string;
            description: string;
            parameters: {
                [key: string]: unknown;
            };
        };
        /** @description What the user works with. */
        Tools: {
            editor?: string | null;
            infra?: string[] | null;
        };
        /** @description The tools, with instructions for when to use them. */
        ToolsAnswer: {
            instructions: string;
            tools: components["schemas"]["Tool"][];
        };
        /** @description One turn of a transcript. */
        TurnIn: {
            /** @enum {string} */
            role: "user" | "assistant" | "system" | "tool";
            content: string;
        };
        /**
         * @description How many turns are processed in total, and what became of the user's new ones.
         *
         *     `prompts` has the ids of those just recorded, `skipped` those that the user wants not kept.
         */
        TurnsAnswer: {
            processedTurns: number;
            prompts: string[];
            skipped?: components["schemas"]["SkippedTurn"][] | null;
        };
        /** @description Consecutive turns of a transcript, the first of them at the zero-based `offset`. */
        TurnsIn: {
            offset: number;
            turns: components["schemas"]["TurnIn"][];
        };
        /** @description The uid of a user, as the app and the Firebase console have it. */
        UidIn: {
            uid: string;
        };
        /** @description How far back to undo; without `since`, from the beginning. */
        UndoIn: {
            since?: string | null;
        };
        /**
         * @description What was taken back: messages and sessions deleted; notes deleted or put back, as facts are.
         *
         *     `left` tells what could not be: of `profile`, the changelog does not reach back as far as was
         *     asked; of `notes`, some that it had not made were deleted, or it is not known what they were; of
         *     `sessions`, some that it had not made were changed. `complete` is true if there is none.
         */
        UndoneAnswer: {
            messages: number;
            notes: number;
            sessions: number;
            facts: number;
            preferences: number;
            habits: number;
            version: number;
            complete: boolean;
            left: ("notes" | "sessions" | "profile")[];
        };
        /** @description The usage of all tiers, which every memory response includes (T-9). */
        Usage: {
            memory: components["schemas"]["TierUsage"];
            user: components["schemas"]["TierUsage"];
            archive: components["schemas"]["ArchiveUsage"];
        };
        /**
         * @description A user as an operator sees them.
         *
         *     `since` is absent if Rekindle has stored nothing about them yet. `lastActivity` is when their
         *     profile, what waits to be learned, or their notes last changed, by a request of theirs or by
         *     maintenance.
         */
        UserFigures: {
            id: string;
            since?: string | null;
            lastActivity?: string | null;
            profileVersion: number;
            prompts: components["schemas"]["PromptFigures"];
            batches: components["schemas"]["BatchFigures"];
            notes: components["schemas"]["NoteFigures"];
            spent: components["schemas"]["SpendingFigures"];
            erasing?: true | null;
        };
        /** @description A page of users. */
        UsersAnswer: {
            users: components["schemas"]["UserFigures"][];
            nextPageToken?: string | null;
        };
        /**
         * @description What the user has ended or retracted, so that no older words bring it back.
         *
         *     Attributes:
         *         kind: the kind of item.
         *         scope: the preference's type, or the path; empty for every one.
         *         text: what it said.
         *         at: the time of the words that withdrew it.
         *         retracted: whether it was never so; then a rollback leaves it out, too.
         */
        Withdrawn: {
            /** @enum {string} */
            kind: "preference" | "pattern" | "workflow" | "skill" | "about";
            scope: string;
            text: string;
            /** Format: date-time */
            at: string;
            retracted: boolean;
        };
        /** @description What the user does for a living. */
        Work: {
            role?: string | null;
            org?: string | null;
            focusAreas?: string[] | null;
            languages?: string[] | null;
        };
        /** @description A recurring sequence of steps, ranked by frequency; manual if the user has changed it. */
        Workflow: {
            statedAt?: string | null;
            validFrom?: string | null;
            validTo?: string | null;
            ageing?: components["schemas"]["Ageing"] | null;
            confirmedAt?: string | null;
            connection?: string | null;
            id: string;
            description: string;
            steps: string[];
            frequency: number;
            /** Format: date-time */
            lastSeen: string;
            evidence: components["schemas"]["Evidence"][];
            /** @enum {string} */
            source: "learned" | "manual";
            ended?: components["schemas"]["Ending"] | null;
        };
        /** @description The fields of a workflow to correct. Its frequency is counted. */
        WorkflowPatch: {
            description?: string | null;
            steps?: string[] | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    account_erase: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasedAnswer"];
                };
            };
        };
    };
    account_list_looks: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LooksAtUserAnswer"];
                };
            };
        };
    };
    admin_list_failed_batches: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailedBatchesAnswer"];
                };
            };
        };
    };
    admin_retry_batches: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PageIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetriedAnswer"];
                };
            };
        };
    };
    admin_retry_batch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetriedAnswer"];
                };
            };
        };
    };
    admin_configuration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationAnswer"];
                };
            };
        };
    };
    admin_list_looks: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LooksAnswer"];
                };
            };
        };
    };
    admin_list_parked: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParkedAnswer"];
                };
            };
        };
    };
    admin_release_all: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PageIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleasedAnswer"];
                };
            };
        };
    };
    admin_release: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleasedAnswer"];
                };
            };
        };
    };
    admin_list_runs: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunsAnswer"];
                };
            };
        };
    };
    admin_spending: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendingAnswer"];
                };
            };
        };
    };
    admin_list_spenders: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendersAnswer"];
                };
            };
        };
    };
    admin_list_users: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsersAnswer"];
                };
            };
        };
    };
    admin_find_user: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UidIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserFigures"];
                };
            };
        };
    };
    admin_get_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserFigures"];
                };
            };
        };
    };
    access_authorize: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizationIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationAnswer"];
                };
            };
        };
    };
    access_preview: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewAnswer"];
                };
            };
        };
    };
    prompts_list_batches: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchesAnswer"];
                };
            };
        };
    };
    prompts_get_batch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAnswer"];
                };
            };
        };
    };
    profile_get_changes: {
        parameters: {
            query?: {
                sessions?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangesAnswer"];
                    "text/plain": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    access_list_connections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionsAnswer"];
                };
            };
        };
    };
    access_make_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewConnectionIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewConnectionAnswer"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewConnectionAnswer"];
                };
            };
        };
    };
    access_disconnect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    access_undo: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UndoIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoneAnswer"];
                };
            };
        };
    };
    context_get_context: {
        parameters: {
            query?: {
                query?: string;
                maxChars?: number;
                format?: "json" | "text" | "messages";
                preview?: boolean;
                asOf?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContextAnswer"] | components["schemas"]["MessagesAnswer"];
                    "text/plain": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    account_export: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportAnswer"];
                };
            };
        };
    };
    account_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
        };
    };
    account_list_imports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportsAnswer"];
                };
            };
        };
    };
    account_get_import: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportAnswer"];
                };
            };
        };
    };
    account_import_piece: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PieceIn"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PieceAnswer"];
                };
            };
        };
    };
    profile_list_inbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxAnswer"];
                };
            };
        };
    };
    profile_answer_inbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileAnswer"];
                };
            };
        };
    };
    memory_list_entries: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
                target?: components["schemas"]["Tier"];
                source?: "conversation" | "action" | "system" | "explicit";
                tag?: string;
                order?: "newest" | "oldest";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntriesAnswer"];
                };
            };
        };
    };
    memory_save: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LongEntryIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedAnswer"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedAnswer"];
                };
            };
        };
    };
    memory_save_many: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntriesIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedEntries"];
                };
            };
        };
    };
    memory_repair: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RepairIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepairAnswer"];
                };
            };
        };
    };
    memory_search: {
        parameters: {
            query: {
                q: string;
                limit?: number;
                pageToken?: string;
                mode?: "auto" | "text" | "semantic" | "hybrid";
                target?: components["schemas"]["Tier"];
                source?: "conversation" | "action" | "system" | "explicit";
                tag?: string;
                threadId?: string;
                role?: "user" | "assistant";
                since?: string;
                until?: string;
                precision?: "broad" | "precise";
                includeSuperseded?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchAnswer"];
                };
            };
        };
    };
    memory_get_entry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownEntryAnswer"];
                };
            };
        };
    };
    memory_delete_entry: {
        parameters: {
            query?: {
                purge?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedEntry"];
                };
            };
        };
    };
    memory_change_entry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntryPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryAnswer"];
                };
            };
        };
    };
    profile_list_preferences: {
        parameters: {
            query?: {
                include?: "ended";
                minConfidence?: number;
                activeOnly?: boolean;
                type?: components["schemas"]["PreferenceType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreferencesAnswer"];
                };
            };
        };
    };
    profile_add_preference: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreferenceIn"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownPreference"];
                };
            };
        };
    };
    profile_delete_preferences: {
        parameters: {
            query?: {
                purge?: boolean;
            };
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    profile_get_preference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownPreference"];
                };
            };
        };
    };
    profile_delete_preference: {
        parameters: {
            query?: {
                purge?: boolean;
            };
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    profile_change_preference: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreferencePatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownPreference"];
                };
            };
        };
    };
    profile_activate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownPreference"];
                };
            };
        };
    };
    profile_deactivate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownPreference"];
                };
            };
        };
    };
    profile_get_profile: {
        parameters: {
            query?: {
                include?: "ended";
                asOf?: string;
                validAt?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileAnswer"];
                };
            };
        };
    };
    profile_clear: {
        parameters: {
            query?: {
                purge?: boolean;
            };
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileAnswer"];
                };
            };
        };
    };
    profile_patch_about: {
        parameters: {
            query?: {
                purge?: boolean;
            };
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileAnswer"];
                };
            };
        };
    };
    profile_list_changelog: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangelogPage"];
                };
            };
        };
    };
    profile_get_changelog_entry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangelogAnswer"];
                };
            };
        };
    };
    profile_undo: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevertedAnswer"];
                };
            };
        };
    };
    profile_delete_pattern: {
        parameters: {
            query?: {
                purge?: boolean;
            };
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    profile_change_pattern: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatternPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownPattern"];
                };
            };
        };
    };
    profile_refresh: {
        parameters: {
            query?: {
                wait?: boolean;
            };
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshAnswer"];
                };
            };
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshAnswer"];
                };
            };
        };
    };
    profile_rollback: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RollbackIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileAnswer"];
                };
            };
        };
    };
    profile_patch_skills: {
        parameters: {
            query?: {
                purge?: boolean;
            };
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillsPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileAnswer"];
                };
            };
        };
    };
    profile_get_status: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusAnswer"];
                };
            };
        };
    };
    profile_delete_workflow: {
        parameters: {
            query?: {
                purge?: boolean;
            };
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    profile_change_workflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the profile that the client last read. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownWorkflow"];
                };
            };
        };
    };
    prompts_list_prompts: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
                sessionId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptsAnswer"];
                };
            };
        };
    };
    prompts_record: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptsIn"];
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedPrompts"];
                };
            };
        };
    };
    prompts_get_prompt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptAnswer"];
                };
            };
        };
    };
    prompts_delete_prompt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    sessions_list_sessions: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
                projectPath?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsAnswer"];
                };
            };
        };
    };
    sessions_start: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
        };
    };
    sessions_get_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
        };
    };
    sessions_delete_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    sessions_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
        };
    };
    sessions_take_turns: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TurnsIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnsAnswer"];
                };
            };
        };
    };
    account_get_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsAnswer"];
                };
            };
        };
    };
    account_patch_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsAnswer"];
                };
            };
        };
    };
    memory_list_tools: {
        parameters: {
            query?: {
                set?: "full" | "compact";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolsAnswer"];
                };
            };
        };
    };
    memory_call_tool: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: one with the same key takes effect once. */
                "Idempotency-Key"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolAnswer"];
                };
            };
        };
    };
}
