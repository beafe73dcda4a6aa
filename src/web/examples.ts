/** An operation that opens in its own tab on the first visit to GraphiQL. */
interface Example {
  /** Shown above the operation as a comment. */
  title: { zh: string; en: string };
  query: string;
  variables?: Record<string, unknown>;
}

/**
 * The default tabs of GraphiQL, in the order in which a newcomer would try them. GraphiQL gives the first no
 * variables.
 */
export const examples: Example[] = [
  {
    title: {
      zh: '校区。先在右上角登录，再按 Ctrl-Enter 运行。',
      en: 'The campuses.\nSign in at the top right, then press Ctrl-Enter.',
    },
    query: /* GraphQL */ `
      query Campuses {
        campusOptions {
          id
          name
          code
          address
          isEnabled
        }
      }
    `,
  },
  {
    title: {
      zh: '课表：一周的时间、教室、教学楼、校区、教师与班级，一次取回。\n排课人员看到最新的草稿，其他人看到已发布的课表。',
      en:
        'The timetable of a week: time, room, building, campus,\nteacher and groups in one answer. ' +
        'Planners see the newest\ndraft, everyone else the published one.',
    },
    query: /* GraphQL */ `
      query Timetable($week: Int) {
        timetable {
          revision
          status
          hardViolations
          softCost
          assignments(week: $week) {
            time {
              dayOfWeek
              periodStart
              periodEnd
            }
            classroom {
              name
              building {
                name
                campus {
                  name
                }
              }
            }
            teacher {
              name
            }
            teachingClass {
              name
              course {
                name
              }
              groups {
                administrativeClass {
                  name
                }
              }
            }
          }
        }
      }
    `,
    variables: { week: 1 },
  },
  {
    title: {
      zh: '教学班：每个教学班的每次课何时、何地、由谁上。仅限教务与管理员。',
      en: 'Class by class: when, where and by whom\neach of its meetings is held; for planners.',
    },
    query: /* GraphQL */ `
      query ClassByClass {
        teachingClasses(page: 1, size: 20) {
          total
          items {
            code
            name
            groups {
              administrativeClass {
                name
              }
            }
            meetings {
              sequence
              periods
              assignment {
                time {
                  dayOfWeek
                  periodStart
                  periodEnd
                  weeks
                }
                classroom {
                  name
                }
                teacher {
                  name
                }
              }
            }
          }
        }
      }
    `,
  },
  {
    title: {
      zh: '学期。自动排课需要其中一个的 id。',
      en: 'The semesters. Scheduling needs the id of one.',
    },
    query: /* GraphQL */ `
      query Semesters {
        semesters(page: 1, size: 10) {
          items {
            id
            name
            isCurrent
            startDate
            endDate
            weekCount
          }
        }
      }
    `,
  },
  {
    title: {
      zh: '自动排课。在变量中填入学期的 id；结果中的 id 是任务的。仅限教务与管理员。',
      en:
        'Automatic scheduling. Put the id of a semester into the\nvariables; the answer contains the id of ' +
        'the task. For planners.',
    },
    query: /* GraphQL */ `
      mutation StartScheduling($input: StartSchedulingInput!) {
        startScheduling(input: $input) {
          id
          status
        }
      }
    `,
    variables: {
      input: {
        semester: '',
        strategy: 'QUICK',
        timeLimitSeconds: 30,
        seed: 1,
        options: {
          constraints: { teacherPreference: true },
          timePreferences: { avoidEveningCourses: true },
          fewestChanges: false,
        },
      },
    },
  },
  {
    title: {
      zh: '排课进度。在变量中填入任务的 id；进度会自动到来。仅限教务与管理员。',
      en: 'Live progress, for planners. Put the id of a task\ninto the variables; updates arrive.',
    },
    query: /* GraphQL */ `
      subscription TaskProgress($id: ID!) {
        schedulingTask(id: $id) {
          status
          stage
          progress
          placedCount
          unplacedCount
          hardViolations
          softCost
          outlook
          movesPerSecond
          remainingSeconds
          penalties {
            meaning
            isHard
            penalty
            aboveFloor
          }
          causes {
            text
            requirements
          }
          failure
          timetable {
            revision
          }
        }
      }
    `,
    variables: { id: '' },
  },
  {
    title: {
      zh: '对话：对助手说一句话。助手的回答用下一个示例读取；同一个 key 只发送一次。',
      en:
        'A conversation: say something to the assistant. The\n' +
        'next example reads the answer; under one key it is said once.',
    },
    query: /* GraphQL */ `
      mutation SendToAssistant($conversation: ID, $text: String!, $key: String!) {
        sendToAssistant(conversation: $conversation, text: $text, key: $key) {
          sequence
          conversation {
            id
            title
          }
        }
      }
    `,
    variables: { conversation: null, text: '周五晚上有哪些空教室', key: '1' },
  },
  {
    title: {
      zh: '对话：从某个序号之后读取回答，边答边读。conversation 填上一个示例返回的 id。变更先给出计划，问题带有可选的回答。',
      en:
        'A conversation: the answer as it comes, after a sequence; the\n' +
        'conversation is the id that the example before answers. A\n' +
        'change comes as a plan, a question with options.',
    },
    query: /* GraphQL */ `
      subscription AssistantChat($conversation: ID!, $after: Int!) {
        assistantChat(conversation: $conversation, after: $after) {
          sequence
          kind
          text
          options {
            label
            text
          }
          plan {
            id
            hash
            number
            expiresAt
          }
          interpreter
        }
      }
    `,
    variables: { conversation: '', after: 0 },
  },
  {
    title: {
      zh: '应用计划。id 与 hash 来自对话；课表若已变化，则重新检查并返回新的计划，不会应用。仅限教务与管理员。',
      en:
        'Apply a plan, by the id and hash of the conversation. Where the\n' +
        'timetable has changed since, it is checked again instead. For planners.',
    },
    query: /* GraphQL */ `
      mutation ApplyChangePlan($id: ID!, $hash: String!) {
        applyChangePlan(id: $id, hash: $hash) {
          isApplied
          plan {
            id
            hash
            words
            change {
              number
              reason
            }
          }
        }
      }
    `,
    variables: { id: '', hash: '' },
  },
  {
    title: {
      zh: '登录。程序这样取得令牌；右上角的表单做同样的事。',
      en: 'How a program signs in and gets its token.\nThe form at the top right does the same.',
    },
    query: /* GraphQL */ `
      mutation SignIn($user: String!, $password: String!) {
        signIn(user: $user, password: $password) {
          needsRegistration
          user {
            name
            role {
              name
            }
          }
          token {
            token
            expiresAt
            refreshToken
            refreshExpiresAt
          }
        }
      }
    `,
    variables: { user: '', password: '' },
  },
  {
    title: {
      zh: '服务器进程的内存与线程。仅限管理员。',
      en: 'Memory and threads of the server process,\nfor administrators.',
    },
    query: /* GraphQL */ `
      query Runtime {
        runtimeInfo {
          usedMemory
          maxMemory
          threads {
            name
            state
          }
        }
      }
    `,
  },
];
