/** An operation that opens in its own tab on the first visit to GraphiQL. */
interface Example {
  /** Shown above the operation as a comment. */
  title: { zh: string; en: string };
  query: string;
  variables?: Record<string, unknown>;
}

/** A variable of this value becomes another text each time that GraphiQL sends it. */
export const FRESH = '{fresh}';

/**
 * The default tabs of GraphiQL, in the order of a planner's work: look, enter, plan, check, run, edit,
 * publish, take back, ask the assistant. GraphiQL gives the first no variables.
 */
export const examples: Example[] = [
  {
    title: {
      zh:
        '当前学期的课表：第 1 周的时间、教室、教师与班级，一次取回。先在右上角登录，再按 Ctrl-Enter 运行。\n' +
        '看到的是已发布的课表；没有时，教务看到最新的草稿。',
      en:
        'The timetable of the current semester, its first week: time, room,\nteacher and groups in one ' +
        'answer. Sign in at the top right, then\npress Ctrl-Enter. Planners see the newest draft without ' +
        'a\npublished timetable, everyone else what is published.',
    },
    query: /* GraphQL */ `
      query Timetable {
        currentSemester {
          id
          name
          weekCount
        }
        timetable {
          revision
          status
          hardViolations
          softCost
          id
          assignments(week: 1) {
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
  },
  {
    title: {
      zh: '我的课表（教师）：当前学期，无需填写 id。仅限教师。',
      en: 'My timetable, for teachers: of the current semester, without any id.',
    },
    query: /* GraphQL */ `
      query MyTeaching {
        teacherTimetable {
          semester {
            name
          }
          items {
            week
            dayOfWeek
            periodStart
            periodEnd
            course {
              name
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
    `,
  },
  {
    title: {
      zh: '我的课表（学生）：当前学期，无需填写 id。仅限学生。',
      en: 'My timetable, for students: of the current semester, without any id.',
    },
    query: /* GraphQL */ `
      query MyClasses {
        studentTimetable {
          semester {
            name
          }
          items {
            week
            dayOfWeek
            periodStart
            periodEnd
            course {
              name
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
    `,
  },
  {
    title: {
      zh: '选课，第一步：我的选课轮次，还能选多少。仅限学生。',
      en: 'Enrolment, first: my rounds, and what is left to take. For students.',
    },
    query: /* GraphQL */ `
      query MyRounds {
        myEnrolmentRounds {
          round {
            id
            name
            mode
            closesAt
          }
          state
          creditsLeft
          countLeft
        }
      }
    `,
  },
  {
    title: {
      zh: '选课，第二步：轮次中可选的教学班（在变量中填入轮次的 id）。仅限学生。',
      en: 'Enrolment, second: what a round offers. Put its id into the\nvariables. For students.',
    },
    query: /* GraphQL */ `
      query Offers($round: ID!) {
        offers(round: $round) {
          nodes {
            id
            courseName
            teachers
            times {
              dayOfWeek
              periodStart
              periodEnd
            }
            seats
            freeSeats
            hasClash
            isTaken
            waitingPosition
          }
        }
      }
    `,
    variables: { round: '' },
  },
  {
    title: {
      zh: '选课，第三步：选一个教学班；名额已满时可候补（joinWaitingList），抽签轮次填报志愿（rankWishes）。仅限学生。',
      en:
        'Enrolment, third: take one. Where it is full, joinWaitingList;\n' +
        'in a lottery, rankWishes. For students.',
    },
    query: /* GraphQL */ `
      mutation Enrol($teachingClass: ID!) {
        enrol(teachingClass: $teachingClass) {
          credits
          creditsMax
          count
          countMax
          freeSeats
        }
      }
    `,
    variables: { teachingClass: '' },
  },
  {
    title: {
      zh: '导入表格，第一步：下载模板。把 dataUri 粘贴到浏览器的地址栏即可保存。仅限教务与管理员。',
      en:
        'Import, first: the workbook to fill in. Paste the dataUri into\n' +
        'the address bar of the browser to save it. For planners.',
    },
    query: /* GraphQL */ `
      query ImportTemplate {
        teachersImportTemplate {
          name
          dataUri
        }
      }
    `,
  },
  {
    title: {
      zh: '导入表格，第二步：在变量 file 中填入表格的 base64 文本。isDryRun 只检查，不保存。仅限教务与管理员。',
      en:
        'Import, second: the workbook in base64 as the variable file.\n' +
        'isDryRun checks it and stores nothing. For planners.',
    },
    query: /* GraphQL */ `
      mutation StartImport($subject: ImportSubject!, $file: Upload!, $isDryRun: Boolean!) {
        startImport(subject: $subject, file: $file, isDryRun: $isDryRun) {
          id
          status
        }
      }
    `,
    variables: { subject: 'TEACHERS', file: '', isDryRun: true },
  },
  {
    title: {
      zh: '学期。制定计划、检查与排课需要其中一个的 id。',
      en: 'The semesters. Planning, checking and scheduling need the id of one.',
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
      zh: '教学计划：哪些课程由哪些行政班上。先看结果，满意后把 planSemester 换成 applySemesterPlan（mutation）保存。仅限教务与管理员。',
      en:
        'The plan: which courses are taught to whom. It shows what it would\n' +
        'make; the mutation applySemesterPlan with the same input stores it.\n' +
        'For planners.',
    },
    query: /* GraphQL */ `
      query PlanSemester($input: SemesterPlanInput!) {
        planSemester(input: $input) {
          teachingClasses {
            change
            name
            studentCount
            studentsMax
            minWorkingDays
            hours
            administrativeClassNames
          }
          warnings {
            kind
            message
          }
        }
      }
    `,
    variables: {
      input: {
        semester: '',
        studentsMax: 60,
        courses: [
          { course: '', administrativeClasses: [''], weekHours: 4, kind: 'MIXED', startWeek: 1, endWeek: 16 },
        ],
      },
    },
  },
  {
    title: {
      zh: '实验室坐不下整个班时：把行政班分成两组，再让教学班按组拆分（splitTeachingClass 填 partitions）；先试运行。仅限教务与管理员。',
      en:
        'Where a laboratory seats no whole class: part the class into groups,\n' +
        'then let them attend apart. The second mutation is tried first.\n' +
        'For planners.',
    },
    query: /* GraphQL */ `
      mutation PartClass($input: ClassPartitionInput!) {
        createClassPartition(input: $input) {
          id
          groups {
            name
            studentCount
          }
        }
      }

      mutation SplitByGroups($teachingClass: ID!, $partition: ID!) {
        splitTeachingClass(id: $teachingClass, partitions: [$partition], isDryRun: true) {
          name
          studentCount
          administrativeClassNames
        }
      }
    `,
    variables: {
      input: { administrativeClass: '', name: '实验分组', groupCount: 2, drawing: 'ALTERNATING' },
      teachingClass: '',
      partition: '',
    },
  },
  {
    title: {
      zh: '排课前检查：还缺什么，用哪个操作补上。仅限教务与管理员。',
      en: 'Before a run: what is missing, by name, and what mends it.\nFor planners.',
    },
    query: /* GraphQL */ `
      query Readiness($semester: ID!) {
        readiness(semester: $semester) {
          isReady
          gaps {
            kind
            count
            message
            remedy
            operations
            items {
              name
              message
            }
          }
        }
      }
    `,
    variables: { semester: '' },
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
          warnings
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
            message
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
      zh: '调整课表：isDryRun 为 true 时只检查，告诉能否这样改、还会影响谁；改为 false 才保存。已发布的课表须说明原因。仅限教务与管理员。',
      en:
        'An edit with its check: isDryRun tells whether it is possible and whom\n' +
        'it affects; false stores it. A published timetable needs a reason.\n' +
        'For planners.',
    },
    query: /* GraphQL */ `
      mutation MoveMeeting(
        $timetable: ID!
        $meeting: ID!
        $place: MeetingPlaceInput!
        $reason: String
        $isDryRun: Boolean!
      ) {
        moveMeeting(
          timetable: $timetable
          meeting: $meeting
          place: $place
          reason: $reason
          isDryRun: $isDryRun
        ) {
          isApplicable
          problems
          warnings
          clashes {
            message
          }
          affected {
            studentCount
          }
        }
      }
    `,
    variables: {
      timetable: '',
      meeting: '',
      place: { dayOfWeek: 4, periodStart: 3 },
      reason: '',
      isDryRun: true,
    },
  },
  {
    title: {
      zh: '发布草稿：此后教师与学生都能看到。仅限教务与管理员。',
      en: 'Publish a draft: teachers and students see it from then on.\nFor planners.',
    },
    query: /* GraphQL */ `
      mutation PublishTimetable($id: ID!) {
        publishTimetable(id: $id) {
          revision
          status
          publishedAt
        }
      }
    `,
    variables: { id: '' },
  },
  {
    title: {
      zh: '撤销自己在这份课表中的上一次变更。仅限教务与管理员。',
      en: 'Take back your newest change of a timetable. For planners.',
    },
    query: /* GraphQL */ `
      mutation UndoChange($timetable: ID!) {
        undoChange(timetable: $timetable) {
          number
          change {
            kind
            reason
          }
        }
      }
    `,
    variables: { timetable: '' },
  },
  {
    title: {
      zh: '对话：对助手说一句话。助手的回答用下一个示例读取；每次运行都自动换用新的 key。',
      en:
        'A conversation: say something to the assistant. The\n' +
        'next example reads the answer. Each run gets a key of its own.',
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
    variables: { conversation: null, text: '周五晚上有哪些空教室', key: FRESH },
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
